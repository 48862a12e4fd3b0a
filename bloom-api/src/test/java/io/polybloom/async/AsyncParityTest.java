package io.polybloom.async;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.Claims;
import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import io.polybloom.RemovableBloomFilter;
import io.polybloom.counter.DistinctCounter;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each blocking method has an asynchronous one with the same name and parameters, and there is no other. */
class AsyncParityTest {

    private static final Map<String, String> BOXED =
            Map.of("boolean", "java.lang.Boolean", "long", "java.lang.Long", "void", "java.lang.Void");

    private static Stream<Arguments> flavours() {
        return Stream.of(
                Arguments.of(BloomFilter.class, AsyncBloomFilter.class),
                Arguments.of(BloomFilters.class, AsyncBloomFilters.class),
                Arguments.of(Claims.class, AsyncClaims.class),
                Arguments.of(RemovableBloomFilter.class, AsyncRemovableBloomFilter.class),
                Arguments.of(DistinctCounter.class, AsyncDistinctCounter.class));
    }

    @ParameterizedTest
    @MethodSource("flavours")
    void bothHaveTheSameOperations(Class<?> blocking, Class<?> later) {
        assertEquals(signatures(blocking, AsyncParityTest::staged), signatures(later, type -> type.getTypeName()));
    }

    /** Only a refresh waits for Redis. */
    @Test
    void mirrorsHaveTheSameOperations() {
        SortedSet<String> blocking = signatures(FilterMirror.class, type -> type.getTypeName());
        assertTrue(blocking.remove("[]void refresh[][]"));
        blocking.add("[]" + CompletionStage.class.getName() + "<java.lang.Void> refresh[][]");
        assertEquals(blocking, signatures(AsyncFilterMirror.class, type -> type.getTypeName()));
    }

    private static SortedSet<String> signatures(Class<?> flavour, Function<Type, String> answers) {
        SortedSet<String> signatures = new TreeSet<>();
        for (Method method : flavour.getMethods()) {
            signatures.add(Arrays.toString(method.getTypeParameters())
                    + answers.apply(method.getGenericReturnType())
                    + " " + method.getName()
                    + Arrays.toString(method.getGenericParameterTypes())
                    + Arrays.toString(method.getGenericExceptionTypes()));
        }
        return signatures;
    }

    /** Descriptions and names are held in memory and need no stage, and to open claims or a counter sends nothing. */
    private static String staged(Type blocking) {
        if (blocking == FilterDescription.class || blocking == String.class) {
            return blocking.getTypeName();
        }
        String claims = blocking.getTypeName()
                .replace(Claims.class.getName(), AsyncClaims.class.getName())
                .replace(DistinctCounter.class.getName(), AsyncDistinctCounter.class.getName());
        if (!claims.equals(blocking.getTypeName())) {
            return claims;
        }
        String value = blocking.getTypeName()
                .replace(BloomFilter.class.getName(), AsyncBloomFilter.class.getName())
                .replace(RemovableBloomFilter.class.getName(), AsyncRemovableBloomFilter.class.getName())
                .replace(FilterMirror.class.getName(), AsyncFilterMirror.class.getName());
        String boxed = BOXED.getOrDefault(value, value);
        return CompletionStage.class.getName() + "<" + boxed + ">";
    }
}
