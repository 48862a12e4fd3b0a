package io.polybloom.transfer;

import io.polybloom.FilterSpec;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;

/** Checks that a filter keeps all of its bits in one string, so that it can be exported and imported as a whole. */
final class SingleString {

    private SingleString() {}

    /** Refuses a filter whose bits are not all in one string, or have a trailer after them. */
    static void require(FilterSpec spec) {
        boolean isOneString = Layouts.get(spec.layout())
                .foreign()
                .filter(layout -> !layout.capabilities().contains(LayoutCapability.INDEPENDENT_SERVERS))
                .isPresent();
        if (!isOneString) {
            throw new IllegalArgumentException("the layout " + spec.layout()
                    + " does not keep a filter in one plain string, so it cannot be exported or imported: copy the"
                    + " filter instead");
        }
    }
}
