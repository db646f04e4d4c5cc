/**
 * The status of a task: built anew and whole each time, compared, and written only when it changed.
 */
package dev.glovebox.operator.status;
