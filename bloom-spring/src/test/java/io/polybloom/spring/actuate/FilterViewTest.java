package io.polybloom.spring.actuate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.PartialBulkException;
import io.polybloom.SpecMismatchException;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.actuate.FilterView.State;
import io.polybloom.spring.filter.LazyBloomFilter;
import io.polybloom.tck.server.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FilterViewTest {

    private final BloomFilters memory = InMemoryBloom.create();

    private LazyBloomFilter<CharSequence> lazy(FilterSpec spec) {
        return lazy(spec, Optional.empty());
    }

    private LazyBloomFilter<CharSequence> lazy(FilterSpec spec, Optional<Duration> timeToLive) {
        return new LazyBloomFilter<>(
                spec,
                Funnels.stringFunnel(StandardCharsets.UTF_8),
                FilterOptions.defaults(),
                memory,
                timeToLive,
                opened -> {});
    }

    @Test
    void aFilterThatAnotherApplicationHasCreatedIsShownByItsStoredParameters() {
        FilterSpec spec = FilterSpec.named("clicks").capacity(1000).build();
        assertEquals(State.NOT_CREATED, FilterView.measured(lazy(spec)).state());
        lazy(spec).add("a");
        LazyBloomFilter<CharSequence> other = lazy(spec);
        FilterView view = FilterView.measured(other);
        assertEquals(State.NOT_OPENED, view.state());
        assertNotNull(view.parameters());
        assertNull(view.measurements());
        assertNull(FilterView.known(other).parameters());
    }

    @Test
    void aFilterThatExistsWithOtherParametersIsRefusedBeforeItIsOpened() {
        lazy(FilterSpec.named("clicks").capacity(1000).build()).add("a");
        LazyBloomFilter<CharSequence> other =
                lazy(FilterSpec.named("clicks").capacity(2000).build());
        SpecMismatchException refused = assertThrows(SpecMismatchException.class, () -> FilterView.measured(other));
        assertEquals("capacity", refused.differences().get(0).parameter());
        assertEquals(State.NOT_OPENED, FilterView.known(other).state());
        LazyBloomFilter<CharSequence> existing =
                lazy(FilterSpec.existing("clicks").build());
        assertEquals(State.NOT_OPENED, FilterView.measured(existing).state());
    }

    @Test
    void aFilterThatMustExistAndDoesNotFailsBeforeItIsCalled() {
        LazyBloomFilter<CharSequence> existing =
                lazy(FilterSpec.existing("clicks").build());
        assertThrows(FilterGoneException.class, () -> FilterView.measured(existing));
        lazy(FilterSpec.named("clicks").capacity(1000).build()).add("a");
        assertEquals(State.NOT_OPENED, FilterView.measured(existing).state());
    }

    @Test
    void aFilterThatIsGoneIsExplainedByWhatAnApplicationCanDo() {
        LazyBloomFilter<CharSequence> clicks =
                lazy(FilterSpec.named("clicks").capacity(1000).build());
        clicks.add("a");
        memory.run(FilterRemoval.of("clicks"));
        FilterGoneException gone = assertThrows(FilterGoneException.class, () -> FilterView.measured(clicks));
        assertTrue(gone.getMessage().contains("send a POST request to the endpoint bloom"), gone.getMessage());
    }

    /** Otherwise an application that is idle would stay down, and get no call that opens the filter again. */
    @Test
    void aFilterThatHasExpiredIsAsIfItHadNotBeenCalled() {
        LazyBloomFilter<CharSequence> clicks =
                lazy(FilterSpec.named("clicks").capacity(1000).build(), Optional.of(Duration.ofHours(1)));
        clicks.add("a");
        clicks.expire(Duration.ofMillis(1));
        Instant end = clicks.description().expireAt().orElseThrow();
        Await.until(
                "it has expired", Duration.ofSeconds(300), () -> Instant.now().isAfter(end));
        assertEquals(State.NOT_CREATED, FilterView.measured(clicks).state());
        FilterGoneException gone = assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
        assertTrue(gone.getMessage().contains("the next call creates it again, empty"), gone.getMessage());
        assertEquals(State.NOT_OPENED, FilterView.known(clicks).state());
        assertTrue(clicks.add("a"));
        assertEquals(State.OPEN, FilterView.measured(clicks).state());
    }

    /** It has lost elements that it was to remember. */
    @Test
    void aFilterThatIsMissingBeforeItsLifetimeEndsIsGone() {
        LazyBloomFilter<CharSequence> clicks =
                lazy(FilterSpec.named("clicks").capacity(1000).build(), Optional.of(Duration.ofHours(1)));
        clicks.add("a");
        memory.run(FilterRemoval.of("clicks"));
        assertThrows(FilterGoneException.class, () -> FilterView.measured(clicks));
        for (int i = 0; i < 2; i++) {
            assertThrows(FilterGoneException.class, () -> clicks.mightContain("a"));
        }
        clicks.reopen();
        assertFalse(clicks.mightContain("a"));
    }

    @Test
    void aFilterThatIsGoneIsListedAsGoneUntilItIsOpenedAgain() {
        LazyBloomFilter<CharSequence> clicks =
                lazy(FilterSpec.named("clicks").capacity(1000).build());
        clicks.add("a");
        assertEquals(State.OPEN, FilterView.known(clicks).state());
        memory.run(FilterRemoval.of("clicks"));
        PartialBulkException bulk = assertThrows(PartialBulkException.class, () -> clicks.addAll(List.of("a", "b")));
        assertTrue(bulk.getMessage().contains("send a POST request to the endpoint bloom"), bulk.getMessage());
        assertEquals(State.GONE, FilterView.known(clicks).state());
        clicks.reopen();
        assertEquals(State.OPEN, FilterView.known(clicks).state());
    }

    @Test
    void aMirrorThatIsTooOldShowsHowOldItIs() {
        LazyBloomFilter<CharSequence> clicks = new LazyBloomFilter<>(
                FilterSpec.named("clicks").capacity(1000).build(),
                Funnels.stringFunnel(StandardCharsets.UTF_8),
                FilterOptions.defaults(),
                memory,
                Optional.empty(),
                opened -> {},
                Optional.of(MirrorOptions.defaults().longestStaleness(Duration.ofMillis(1))));
        clicks.mirror().orElseThrow().open();
        Await.until(
                "the mirror is too old",
                Duration.ofSeconds(300),
                () -> FilterView.measured(clicks).hasRefusingMirror());
        assertNotNull(FilterView.known(clicks).mirror().asOf());
        clicks.mirror().orElseThrow().close();
    }

    @Test
    void theTextOfAFilterSaysWhetherItIsOpen() {
        LazyBloomFilter<CharSequence> clicks =
                lazy(FilterSpec.named("clicks").capacity(1000).build());
        assertEquals("BloomFilter[name=clicks, not open]", clicks.toString());
        clicks.open();
        assertEquals(clicks.ifOpen().orElseThrow().toString(), clicks.toString());
    }

    @Test
    void aFilterOfAnotherSystemIsLookedUpByItsLayout() {
        LazyBloomFilter<CharSequence> foreign =
                lazy(FilterSpec.existing("users").layout("redisson").build());
        assertThrows(FilterGoneException.class, () -> FilterView.measured(foreign));
        lazy(FilterSpec.named("users").layout("redisson").capacity(1000).build())
                .open();
        assertEquals(State.NOT_OPENED, FilterView.measured(foreign).state());
    }

    @Test
    void aFilterThatTheApplicationHasOpenedByItselfIsMeasured() {
        FilterSpec spec = FilterSpec.named("own").capacity(1000).build();
        FilterView view = FilterView.measured(memory.open(spec, Funnels.stringFunnel(StandardCharsets.UTF_8)));
        assertEquals(State.OPEN, view.state());
        assertNotNull(view.measurements());
        assertEquals("own", view.details().get("name"));
        assertEquals(0L, view.details().get("estimatedCount"));
    }
}
