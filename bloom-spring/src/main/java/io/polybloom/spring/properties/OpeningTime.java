package io.polybloom.spring.properties;

/** The time at which a filter is opened, and created if it does not exist. */
public enum OpeningTime {
    /** By its first call. If that fails, the next call tries again. */
    LAZILY,
    /** While the application starts, which fails if the filter cannot be opened. */
    AT_START
}
