/** A plan as Kubernetes objects, and as the probe's argument. */
package dev.glovebox.core.render;
