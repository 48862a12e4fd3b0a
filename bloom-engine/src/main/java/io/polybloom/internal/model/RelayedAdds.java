package io.polybloom.internal.model;

import io.polybloom.FilterDescription;

/** Knows which adds are relayed: brought elsewhere, too, before they are answered. A seam. */
public interface RelayedAdds {

    /** Returns whether the elements that are added to a generation are relayed. */
    boolean areRelayed(FilterDescription generation);

    /**
     * Returns whether a mark in the trailer of a partition may show that adds are relayed, though the filter, as it was
     * read, does not say so.
     *
     * @param mark the latest mark, at least 1
     */
    boolean isNews(FilterDescription read, int mark);
}
