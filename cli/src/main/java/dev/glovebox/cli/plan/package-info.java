/**
 * What would become of a task, told without making anything: the operator's own code decides, on
 * what can be seen from outside. What cannot be seen is a question left open, never an answer.
 */
package dev.glovebox.cli.plan;
