/** The API of Glovebox: group {@code glovebox.dev}, version {@code v1alpha1}. */
package dev.glovebox.api.v1alpha1;
