package dev.glovebox.cli.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Something that is not right, or not known.
 *
 * @param level never OK
 * @param seen what was seen
 * @param remedy what to do
 * @param becauseOf the check that has the cause, when this only follows from it; else null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(Level level, String seen, String remedy, String becauseOf) {}
