/** What the chart puts on a cluster, and what its admission policies deny and let through. */
package dev.glovebox.e2e.install;
