/**
 * What a node's certificate stands on: which nodes to certify, with which objects, and what their
 * ends say.
 */
package dev.glovebox.core.certify;
