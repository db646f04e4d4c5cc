/**
 * What the schema of the API says beyond Java's types: names, paths, addresses and quantities as
 * CEL and patterns.
 */
package dev.glovebox.api.schema;
