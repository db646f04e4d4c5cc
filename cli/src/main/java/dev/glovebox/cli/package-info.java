/**
 * {@code kubectl glovebox}: one class a command, each thin over {@code core} and what reads or
 * changes the cluster. {@link dev.glovebox.cli.Main} is the only class that ends the process.
 */
package dev.glovebox.cli;
