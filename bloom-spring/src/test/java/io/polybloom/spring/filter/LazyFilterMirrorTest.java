package io.polybloom.spring.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.actuate.FilterView;
import java.nio.charset.StandardCharsets;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class LazyFilterMirrorTest {

    private static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private final BloomFilters filters = InMemoryBloom.create();
    private final LazyBloomFilter<CharSequence> filter = new LazyBloomFilter<>(
            FilterSpec.named("clicks").capacity(1000).falsePositiveRate(1e-6).build(),
            TEXT,
            FilterOptions.defaults(),
            filters,
            Optional.empty(),
            opened -> {},
            Optional.of(MirrorOptions.defaults()));
    private final LazyFilterMirror<CharSequence> mirror = filter.mirror().orElseThrow();

    @Test
    void theFirstLookUpOpensTheFilterAndTheMirror() {
        assertTrue(mirror.ifOpen().isEmpty());
        assertTrue(mirror.toString().contains("not open"), mirror.toString());
        assertEquals(0, mirror.bytesRead());
        assertFalse(mirror.mightContain("a"));
        assertTrue(filter.ifOpen().isPresent());
        assertTrue(mirror.ifOpen().isPresent());
        assertTrue(mirror.bytesRead() > 0);
    }

    @Test
    void whatTheFilterAddsIsThereAtOnceAlsoAfterItWasOpenedAgain() {
        assertFalse(mirror.mightContain("a"));
        filter.add("a");
        assertTrue(mirror.mightContain("a"));
        FilterMirror<CharSequence> first = mirror.ifOpen().orElseThrow();
        filter.reopen();
        assertTrue(mirror.ifOpen().isEmpty());
        filter.add("b");
        assertEquals(
                List.of(true, true, false),
                List.of(mirror.mightContain("a"), mirror.mightContain("b"), mirror.mightContain("c")));
        assertThrows(IllegalStateException.class, () -> first.mightContain("a"), "the earlier one is closed");
    }

    /** The funnel stands for another thread, which comes when the look-up has begun. */
    @Test
    void aLookUpInAMirrorThatIsReplacedMeanwhileIsMadeAgain() {
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<LazyFilterMirror<CharSequence>> replaced = new AtomicReference<>();
        Funnel<CharSequence> replacing = (element, sink) -> {
            TEXT.funnel(element, sink);
            if (element.toString().equals("a") && calls.incrementAndGet() == 1) {
                replaced.get().reopenLater();
            }
        };
        replaced.set(new LazyFilterMirror<>(filter, replacing, filters, MirrorOptions.defaults()));
        filter.add("a");
        assertTrue(replaced.get().mightContain("a"));
        assertEquals(2, calls.get());
    }

    /** The collection stands for another thread, which comes when the look-up has begun. */
    @Test
    void aLookUpOfElementsInAMirrorThatIsReplacedMeanwhileIsMadeAgain() {
        AtomicInteger calls = new AtomicInteger();
        Collection<String> replacing = new AbstractCollection<>() {
            @Override
            public Iterator<String> iterator() {
                if (calls.incrementAndGet() == 1) {
                    mirror.reopenLater();
                }
                return List.of("a").iterator();
            }

            @Override
            public int size() {
                return 1;
            }
        };
        filter.add("a");
        assertArrayEquals(new boolean[] {true}, mirror.mightContainAll(replacing));
        assertEquals(2, calls.get());
    }

    @Test
    void aMirrorThatIsClosedStaysClosed() {
        mirror.open();
        mirror.close();
        assertThrows(IllegalStateException.class, () -> mirror.mightContain("a"));
        assertThrows(IllegalStateException.class, mirror::asOf);
    }

    @Test
    void aMirrorIsNotOpenedOnAFilterThatIsGone() {
        filter.add("a");
        filters.run(FilterRemoval.of("clicks"));
        String message = assertThrows(FilterGoneException.class, () -> mirror.mightContain("a"))
                .getMessage();
        assertTrue(message.contains("send a POST request to the endpoint bloom"), message);
    }

    @Test
    void theViewShowsTheMirrorIfItIsOpenAndWhyItRefuses() {
        filter.add("a");
        assertSame(null, FilterView.measured(filter).mirror());
        mirror.open();
        FilterView answering = FilterView.measured(filter);
        assertEquals(mirror.asOf().toString(), answering.mirror().asOf());
        assertFalse(answering.hasRefusingMirror());
        filters.run(FilterRemoval.of("clicks"));
        String advice = "send a POST request to the endpoint bloom";
        for (Executable call : List.<Executable>of(mirror::refresh, () -> mirror.mightContain("a"))) {
            String message = assertThrows(FilterGoneException.class, call).getMessage();
            assertTrue(message.contains(advice), message);
        }
        FilterView refusing = FilterView.known(filter);
        assertTrue(refusing.hasRefusingMirror());
        assertTrue(refusing.details().get("mirror").toString().startsWith("refuses: "), "" + refusing.details());
        assertTrue(
                refusing.mirror().refusal().contains(advice), refusing.mirror().refusal());
    }

    @Test
    void aFilterWithoutAMirrorHasNone() {
        LazyBloomFilter<CharSequence> plain = new LazyBloomFilter<>(
                FilterSpec.named("plain").capacity(10).build(),
                TEXT,
                FilterOptions.defaults(),
                filters,
                Optional.empty(),
                opened -> {});
        assertTrue(plain.mirror().isEmpty());
    }
}
