/** Decides: (task, policy, facts) to a plan, a refusal, or what to wait for. */
package dev.glovebox.core.plan;
