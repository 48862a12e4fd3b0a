package io.polybloom.vertx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterMirror;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whatever the blocking flavour can do, this one can, with the same names, parameters and results. */
class FlavourParityTest {

    private static final String FUTURE = "io.vertx.core.Future<";
    private static final Map<String, String> BOXED =
            Map.of("boolean", "java.lang.Boolean", "long", "java.lang.Long", "void", "java.lang.Void");

    @Test
    void filterOffersTheMethodsOfTheBlockingOne() {
        assertEquals(expected(BloomFilter.class), signatures(VertxBloomFilter.class));
    }

    @Test
    void openerOffersTheMethodsOfTheBlockingOne() {
        assertEquals(expected(BloomFilters.class), signatures(VertxBloomFilters.class));
    }

    @Test
    void claimsOfferTheMethodsOfTheBlockingOnes() {
        assertEquals(expected(Claims.class), signatures(VertxClaims.class));
    }

    @Test
    void removableFilterOffersTheMethodsOfTheBlockingOne() {
        assertEquals(expected(RemovableBloomFilter.class), signatures(VertxRemovableBloomFilter.class));
    }

    @Test
    void counterOffersTheMethodsOfTheBlockingOne() {
        assertEquals(expected(DistinctCounter.class), signatures(VertxDistinctCounter.class));
    }

    /** Only a refresh waits for Redis. */
    @Test
    void mirrorOffersTheMethodsOfTheBlockingOne() {
        Set<String> expected = signatures(FilterMirror.class);
        assertTrue(expected.remove("void refresh[]"));
        expected.add(FUTURE + "java.lang.Void> refresh[]");
        assertEquals(expected, signatures(VertxFilterMirror.class));
    }

    private static Set<String> expected(Class<?> blocking) {
        Set<String> signatures = new TreeSet<>();
        for (Method method : blocking.getMethods()) {
            String result = method.getGenericReturnType().getTypeName();
            boolean asksNobody =
                    Set.of("description", "claims", "counter", "name").contains(method.getName());
            String wanted = asksNobody ? result : FUTURE + BOXED.getOrDefault(result, result) + ">";
            signatures.add(signature(
                    method,
                    wanted.replace("io.polybloom.BloomFilter<", VertxBloomFilter.class.getName() + "<")
                            .replace(
                                    "io.polybloom.RemovableBloomFilter<",
                                    VertxRemovableBloomFilter.class.getName() + "<")
                            .replace(
                                    "io.polybloom.counter.DistinctCounter<", VertxDistinctCounter.class.getName() + "<")
                            .replace("io.polybloom.FilterMirror<", VertxFilterMirror.class.getName() + "<")
                            .replace("io.polybloom.Claims<", VertxClaims.class.getName() + "<")));
        }
        return signatures;
    }

    private static Set<String> signatures(Class<?> flavour) {
        Set<String> signatures = new TreeSet<>();
        for (Method method : flavour.getMethods()) {
            signatures.add(signature(method, method.getGenericReturnType().getTypeName()));
        }
        return signatures;
    }

    private static String signature(Method method, String result) {
        Set<String> parameters = new TreeSet<>();
        for (int i = 0; i < method.getParameterCount(); i++) {
            parameters.add(i + ": " + method.getGenericParameterTypes()[i].getTypeName());
        }
        return result + " " + method.getName() + parameters;
    }
}
