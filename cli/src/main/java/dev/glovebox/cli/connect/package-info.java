/**
 * Which cluster is meant, by kubectl's own files and flags, and why it does not answer. Everything
 * that can be wrong with them has one line of its own.
 */
package dev.glovebox.cli.connect;
