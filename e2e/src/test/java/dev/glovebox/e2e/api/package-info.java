/** What the API server itself says about Glovebox's kinds, with no operator running. */
package dev.glovebox.e2e.api;
