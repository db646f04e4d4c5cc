/** {@code kubectl glovebox} as a person uses it: the packed program, started by kubectl. */
package dev.glovebox.e2e.cli;
