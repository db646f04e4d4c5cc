/**
 * {@code kubectl glovebox verify}: a script that tries things inside a fresh sandbox and reports
 * what it saw, and pure functions that judge it. The script never judges.
 */
package dev.glovebox.cli.verify;
