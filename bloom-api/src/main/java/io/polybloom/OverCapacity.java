package io.polybloom;

/** What a filter does once it holds more distinct elements than its capacity. */
public enum OverCapacity {
    /** Adds go on and the false-positive rate rises above the requested one, as theory predicts. */
    DEGRADE,
    /** New elements are refused. Not available in this release: opening such a filter is refused. */
    REJECT,
    /** Further layers are opened so that the rate holds. Not available in this release: opening such a filter is refused. */
    GROW
}
