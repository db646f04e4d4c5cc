/**
 * The way of one task. The reconciler picks the steps for the state that it sees; each step is a
 * small class that looks, writes at most a little, and says how to go on. Nothing is remembered
 * between two passes: whatever the operator was doing when it was killed, the next look at the
 * cluster leads to the same end.
 */
package dev.glovebox.operator.reconcile;
