/**
 * Certificates of nodes: that a node's policies are enforced and what its guest kernel is, shown by
 * a pair of control pods. Nothing is certified yet: until then a canary counts when it answers the
 * operator ({@code facts}), and the kernel check of a task is exclusion and fingerprint.
 */
package dev.glovebox.operator.certify;
