package io.polybloom.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class FilterChoiceTest {

    private static final FilterSpec SPEC =
            FilterSpec.named("n").capacity(1000).layout("counting-v1").build();

    private final BloomFilters memory = InMemoryBloom.create();

    @Test
    void aCommandThatOnlyLooksCreatesNoFilterThatIsDeletedMeanwhile() {
        assertCreatesNothing(FilterChoice::openToAsk);
        assertCreatesNothing(FilterChoice::openExisting);
        assertCreatesNothing(FilterChoice::openToRemove);
    }

    private void assertCreatesNothing(BiFunction<FilterChoice, BloomFilters, BloomFilter<byte[]>> opening) {
        memory.open(SPEC, FilterChoice.FUNNEL);
        opening.apply(new FilterChoice("n", Optional.of(SPEC), "bytes", false, Optional.empty()), deleting());
        assertEquals(Optional.empty(), memory.describe("n"));
    }

    /** Returns filters each of which somebody deletes as soon as it is open. */
    private BloomFilters deleting() {
        return (BloomFilters) Proxy.newProxyInstance(
                BloomFilters.class.getClassLoader(),
                new Class<?>[] {BloomFilters.class},
                (proxy, method, arguments) -> {
                    Object result = method.invoke(memory, arguments);
                    if (method.getName().startsWith("open")) {
                        memory.run(FilterRemoval.of("n"));
                    }
                    return result;
                });
    }
}
