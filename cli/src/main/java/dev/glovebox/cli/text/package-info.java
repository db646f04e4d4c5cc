/** Text on a terminal: what a sandbox wrote made harmless, and tables, ages and lengths of time. */
package dev.glovebox.cli.text;
