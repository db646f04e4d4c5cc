/**
 * The operator: looks at the cluster and acts on it. Main wires the parts by their constructors.
 */
package dev.glovebox.operator;
