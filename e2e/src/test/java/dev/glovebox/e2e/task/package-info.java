/** What becomes of tasks on a real cluster. */
package dev.glovebox.e2e.task;
