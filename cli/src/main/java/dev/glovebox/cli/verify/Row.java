package dev.glovebox.cli.verify;

/**
 * One check and what became of it.
 *
 * @param check its name, which stays
 * @param tried what was tried, in words
 * @param seen what shows the verdict
 */
public record Row(String check, String tried, Verdict verdict, String seen) {}
