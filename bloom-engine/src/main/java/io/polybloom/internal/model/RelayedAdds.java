package io.polybloom.internal.model;

import io.polybloom.FilterDescription;

/**
 * Knows which adds are relayed: brought to the generation that is to take the place of theirs, too, before they are
 * answered. While they are, no near cache answers adds, and nothing is merged; a filter whose keys move relays nothing.
 */
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
