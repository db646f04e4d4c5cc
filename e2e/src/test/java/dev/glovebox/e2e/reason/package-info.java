/** Every reason that a task can be refused or fail for, made to happen on a real API server. */
package dev.glovebox.e2e.reason;
