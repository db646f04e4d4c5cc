/**
 * The only place that writes to the API server: create-only, with preconditions, every answer a
 * typed result. A write is never tried again here; the next reconcile looks first.
 */
package dev.glovebox.operator.write;
