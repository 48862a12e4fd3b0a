package io.polybloom.layouts;

import io.polybloom.layout.ForeignLayout;
import io.polybloom.layout.Layouts;
import java.util.Set;

/** The layouts as applications find them: by their ids. */
final class LayoutsOfOthers {

    static final Set<String> IDS = Set.of("redisson", "guava-64", "guava-32", "guava-helper", "go-zero", "bkdr");

    private LayoutsOfOthers() {}

    static ForeignLayout get(String id) {
        return (ForeignLayout) Layouts.get(id);
    }
}
