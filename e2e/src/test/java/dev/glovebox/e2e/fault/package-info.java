/** An API server that misbehaves: a proxy between the operator and the real one. */
package dev.glovebox.e2e.fault;
