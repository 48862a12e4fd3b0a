package io.polybloom.tck.backend;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.counter.DistinctCounter;
import io.polybloom.layout.Layouts;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.support.forward.Forwarder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The flavours that the kit presents: of every part of the API, and in both directions. */
class ForwardedFlavoursTest {

    private static final FilterSpec SPEC = FilterSpec.named("f").capacity(100).build();

    private final BloomFilters filters =
            NonBlockingFilters.of(InMemoryBloom.create().async()).blocking();

    /** A method that the kit does not declare, or that an API lacks, is refused here and not when it is called. */
    @Test
    void everyMethodHasANamesake() {
        new Forwarder<>(
                AsyncBloomFilters.class, NonBlockingFilters.class, call -> null, CompletionStage.class, Answer.class);
        new Forwarder<>(NonBlockingFilters.class, BloomFilters.class, call -> null, Answer.class);
        new Forwarder<>(BloomFilters.class, NonBlockingFilters.class, call -> null, Answer.class);
    }

    @Test
    void filtersAndTheirClaimsArePresented() {
        BloomFilter<String> filter = filters.open(SPEC, Elements.strings());
        assertTrue(filter.add("a"));
        assertArrayEquals(new boolean[] {false, true}, filter.addAll(List.of("a", "b")));
        Claims<String> claims =
                filters.<String>openExisting("f", Elements.strings()).claims("w");
        assertTrue(claims.add(1, "c"));
        assertEquals(1, claims.unsettled());
        claims.settle(1);
        assertEquals(0, claims.unsettled());
        assertEquals(SPEC.capacity(), filters.describe("f").orElseThrow().capacity());
    }

    @Test
    void removableFiltersMirrorsAndCountersArePresented() {
        FilterSpec spec =
                FilterSpec.named("f").capacity(100).layout(Layouts.COUNTING).build();
        RemovableBloomFilter<String> filter = filters.openRemovable(spec, Elements.strings());
        assertTrue(filter.add("a"));
        assertTrue(filter.remove("a"));
        assertFalse(filter.mightContain("a"));
        filters.open(FilterSpec.named("g").capacity(100).build(), Elements.strings())
                .add("b");
        try (FilterMirror<String> mirror = filters.mirror("g", Elements.strings(), MirrorOptions.defaults())) {
            mirror.refresh();
            assertTrue(mirror.mightContain("b"));
        }
        DistinctCounter<String> counter = filters.counter("c", Elements.strings());
        assertTrue(counter.addAll(List.of("a", "b")));
        assertEquals("c", counter.name());
    }

    @Test
    void failuresAreTheVerySame() {
        BloomFilter<String> filter = filters.open(SPEC, Elements.strings());
        filter.delete();
        assertThrows(FilterGoneException.class, () -> filter.add("a"));
        IllegalStateException thrown = new IllegalStateException("the reason");
        Answer<Void> failing = handler -> handler.accept(null, thrown);
        assertSame(thrown, assertThrows(IllegalStateException.class, failing::await));
    }

    @Test
    void aHandlerOfAnApiIsCalledOnce() {
        List<Object> values = new ArrayList<>();
        NonBlockingFilters later = NonBlockingFilters.of(InMemoryBloom.create().async());
        later.open(SPEC, Elements.strings(), FilterOptions.defaults())
                .whenComplete((filter, failure) -> values.add(
                        filter == null ? failure : filter.description().name()));
        assertEquals(List.of("f"), values);
    }
}
