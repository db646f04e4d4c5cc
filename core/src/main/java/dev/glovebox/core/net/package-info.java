/** Addresses, ranges of them, and which of them no task may reach. Literals only: never a name. */
package dev.glovebox.core.net;
