/** Objects of tasks that are gone: which of them may be destroyed, and which are only reported. */
package dev.glovebox.core.sweep;
