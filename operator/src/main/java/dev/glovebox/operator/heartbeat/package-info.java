/**
 * The JDK's HTTP client, with WebSockets whose other end is asked for a sign of life: a watch on a
 * connection that died without a word is begun anew within seconds.
 */
package dev.glovebox.operator.heartbeat;
