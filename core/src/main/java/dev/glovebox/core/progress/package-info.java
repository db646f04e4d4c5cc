/** What a pod's status says of the task in it: how far it is, and how it ended. */
package dev.glovebox.core.progress;
