/** Which nodes get tasks: those that were shown to isolate, and how that is shown. */
package dev.glovebox.e2e.certify;
