/** What the cluster is like now, as immutable facts. Reads only; never writes. */
package dev.glovebox.operator.facts;
