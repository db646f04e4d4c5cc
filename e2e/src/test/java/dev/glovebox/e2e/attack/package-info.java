/**
 * The attacks that Glovebox has to stop, each tried on a real cluster beside a control that shows
 * that it would have been seen to succeed. {@code make attacks} prints the verdicts.
 */
package dev.glovebox.e2e.attack;
