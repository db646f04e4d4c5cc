/** What others' admission does to the objects of a sandbox, and what becomes of the task. */
package dev.glovebox.e2e.admission;
