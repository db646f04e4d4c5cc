/** The operator's own process: how it starts, says that it is ready, and stops. */
package dev.glovebox.e2e.operator;
