/**
 * Objects of tasks that are gone: a task that was deleted while no operator kept its finalizer, a
 * backup that was restored. They are found, reported and, after a grace period, destroyed.
 */
package dev.glovebox.operator.sweep;
