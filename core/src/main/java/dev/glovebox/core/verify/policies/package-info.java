/**
 * What policies of any kind allow, and for which pods: pure, from the objects as the server gives
 * them. Nothing here judges where traffic goes; an allow rule for a sandbox is one too many.
 */
package dev.glovebox.core.verify.policies;
