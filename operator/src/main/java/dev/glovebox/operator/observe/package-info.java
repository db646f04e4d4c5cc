/** What the operator shows of itself: metrics, events, health, logging keys. */
package dev.glovebox.operator.observe;
