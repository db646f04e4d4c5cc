/** What may follow on a command line, for shells. Pure. */
package dev.glovebox.cli.complete;
