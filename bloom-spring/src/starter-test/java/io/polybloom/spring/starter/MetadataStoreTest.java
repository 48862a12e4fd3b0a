package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilters;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.autoconfigure.BloomIntegrationAutoConfiguration;
import io.polybloom.spring.autoconfigure.PolybloomAutoConfiguration;
import io.polybloom.spring.integration.BloomMetadataStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class MetadataStoreTest {

    private static final String FILTER = "polybloom.integration.metadata-store.filter";

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(PolybloomAutoConfiguration.class, BloomIntegrationAutoConfiguration.class))
            .withBean(BloomFilters.class, InMemoryBloom::create)
            .withPropertyValues(
                    "polybloom.filters.clicks.capacity=1000",
                    "polybloom.filters.ids.capacity=1000",
                    "polybloom.filters.ids.type=long");

    @Test
    void aStoreIsMadeOnTheFilterThatIsNamed() {
        runner.withPropertyValues(FILTER + "=clicks").run(context -> {
            BloomMetadataStore store = context.getBean(BloomMetadataStore.class);
            assertNull(store.putIfAbsent("a", "1"));
            assertEquals("seen", store.putIfAbsent("a", "1"));
            assertTrue(!context.containsBean("metadataStore"), "a name that others would use");
        });
    }

    @Test
    void withoutANameThereIsNone() {
        runner.run(context -> assertEquals(
                0, context.getBeansOfType(BloomMetadataStore.class).size()));
    }

    @ParameterizedTest
    @CsvSource({"missing, there is no filter missing", "ids, ids is no filter of strings"})
    void aNameThatDoesNotFitIsRefused(String name, String reason) {
        runner.withPropertyValues(FILTER + "=" + name)
                .run(context -> assertRefused(context.getStartupFailure(), reason));
    }

    @Test
    void theModuleMustBeThere() {
        runner.withPropertyValues(FILTER + "=clicks")
                .withClassLoader(new FilteredClassLoader(BloomMetadataStore.class))
                .run(context -> assertRefused(context.getStartupFailure(), "is not on the class path"));
    }

    private static void assertRefused(Throwable failure, String reason) {
        assertNotNull(failure);
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertEquals(FILTER + ": ", String.valueOf(cause.getMessage()).substring(0, FILTER.length() + 2));
        assertTrue(cause.getMessage().contains(reason), cause.getMessage());
    }
}
