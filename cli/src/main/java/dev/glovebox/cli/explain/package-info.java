/** What is known of each reason, as text for a person. Pure. */
package dev.glovebox.cli.explain;
