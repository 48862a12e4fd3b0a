package io.polybloom.kafka.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.Claims;
import io.polybloom.Elements;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.Proxy;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartitionClaimsTest {

    private final BloomFilter<String> filter = InMemoryBloom.create()
            .open(
                    FilterSpec.named("seen")
                            .capacity(100_000)
                            .falsePositiveRate(1e-9)
                            .build(),
                    Elements.strings());

    private final PartitionClaims<String> claims = start();

    private PartitionClaims<String> start() {
        return new PartitionClaims<>(filter.claims("in-0"));
    }

    @Test
    void anElementThatWasNotForwardedIsNotItsOwnDuplicate() {
        assertTrue(claims.claim(5, "a"));
        assertTrue(claims.claim(5, "a"), "the send has failed, the record is processed again");
        claims.done("a");
        assertFalse(claims.claim(5, "a"));
        assertFalse(claims.claim(6, "a"));
    }

    /** An operator beside the processor fails after the first element, so the record is processed once more. */
    @Test
    void anOffsetThatIsRepeatedInOneTaskKeepsItsDeliveries() {
        assertTrue(claims.claim(5, "a"));
        claims.done("a");
        assertFalse(claims.claim(5, "a"));
        assertTrue(claims.claim(5, "b"));
        claims.done("b");

        PartitionClaims<String> afterCrash = start();
        assertTrue(afterCrash.claim(5, "a"));
        assertTrue(afterCrash.claim(5, "b"));
    }

    @Test
    void settlesAllElementsOfTheOffsetsThatAreCommitted() {
        claims.claim(0, "a");
        claims.claim(0, "b");
        claims.claim(1, "c");
        claims.settle(0);
        assertEquals(3, filter.claims("in-0").unsettled());
        claims.settle(1);
        assertEquals(1, filter.claims("in-0").unsettled());
        claims.settle(0);
        assertEquals(1, filter.claims("in-0").unsettled());
    }

    @Test
    @SuppressWarnings("unchecked")
    void anOffsetHasAsManyElementsAsDeliveriesTellApart() {
        Set<Object> deliveries = new HashSet<>();
        PartitionClaims<String> many = new PartitionClaims<>((Claims<String>) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Claims.class},
                (proxy, method, arguments) -> deliveries.add(arguments[0])));
        for (int i = 0; i < 1 << 16; i++) {
            assertTrue(many.claim(5, "word-" + i));
        }
        assertThrows(IllegalStateException.class, () -> many.claim(5, "one more"));
        assertTrue(many.claim(6, "another record"));
    }
}
