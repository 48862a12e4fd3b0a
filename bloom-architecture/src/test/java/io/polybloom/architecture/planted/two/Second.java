package io.polybloom.architecture.planted.two;

import io.polybloom.architecture.planted.one.First;

/** The other half of the circle. */
public record Second(First other) {}
