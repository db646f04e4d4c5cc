/** Operators that die, or are late, at a chosen write of a task's life. */
package dev.glovebox.e2e.crash;
