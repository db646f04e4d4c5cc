/**
 * The soak: tasks of all kinds in a loop while parts fail, and at the end a verdict. {@code make
 * soak} runs it; {@code make test} does not.
 */
package dev.glovebox.e2e.soak;
