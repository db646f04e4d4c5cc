/** Makes the YAML of the CRDs from the classes of the API, and shows that it says what it must. */
package dev.glovebox.api.generate;
