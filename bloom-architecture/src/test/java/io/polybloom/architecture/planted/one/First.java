package io.polybloom.architecture.planted.one;

import io.polybloom.architecture.planted.two.Second;

/** One half of a circle between packages, for the rule that must find it. */
public record First(Second other) {}
