package dev.glovebox.core.plan;

/**
 * What the planner says of a task: how it will run, why it will not, or what it has to wait for.
 */
public sealed interface Decision permits Plan, Refusal, Waiting {}
