/**
 * Certificates of nodes: that a node's policies are enforced and what its guest kernel is, shown by
 * a pair of pods that differ in a policy only. What is decided is in {@code core.certify}; here it
 * is done.
 */
package dev.glovebox.operator.certify;
