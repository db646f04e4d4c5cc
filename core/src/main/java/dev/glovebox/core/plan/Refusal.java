package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;

/**
 * The task will not run.
 *
 * @param reason why, from the fixed list; its outcome is {@code REFUSED}
 * @param message for people: field, value, limit, and what to do
 */
public record Refusal(Reason reason, String message) implements Decision {}
