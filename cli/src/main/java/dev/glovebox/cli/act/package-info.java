/**
 * The only place of the command line that changes a cluster. Whoever reads the code has to look
 * here alone to know what a command may do.
 */
package dev.glovebox.cli.act;
