/**
 * Whether what is seen is what was wanted: admitted objects, other policies, the probe's report.
 */
package dev.glovebox.core.verify;
