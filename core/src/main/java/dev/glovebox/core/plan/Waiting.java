package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;

/**
 * The task cannot be planned yet, but may be later without a change to it.
 *
 * @param reason what it waits for; also the reason of the refusal when {@code provisionSeconds}
 *     ends first
 * @param message for people
 */
public record Waiting(Reason reason, String message) implements Decision {}
