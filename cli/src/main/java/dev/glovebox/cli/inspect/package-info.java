/** One task with all that belongs to it, as far as it can be seen. Only {@code TaskReads} reads. */
package dev.glovebox.cli.inspect;
