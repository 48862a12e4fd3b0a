package io.polybloom.simulation.judge;

/**
 * Why a promise could not be kept in a run.
 *
 * @param allowance the case in which the format cannot keep it
 * @param cause what has happened in this run: the loss, or the command and its caller, and what has overtaken them
 */
public record Excuse(Allowance allowance, String cause) {}
