/** The reasons, each with its class, text and advice, in one place. */
package dev.glovebox.core.reason;
