/**
 * What {@code run}, {@code logs} and {@code wait} are made of: a task from flags, its way, its log.
 */
package dev.glovebox.cli.run;
