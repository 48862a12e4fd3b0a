package io.polybloom.spring.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.tck.fixture.LoaderOfVersion;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesItAndTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older =
                new LoaderOfVersion("5.5.20", "", "org.springframework.", "io.polybloom.spring.integration.");
        Constructor<?> store = older.loadClass("io.polybloom.spring.integration.BloomMetadataStore")
                .getConstructor(BloomFilter.class);
        Constructor<?> selector = older.loadClass("io.polybloom.spring.integration.ClaimsSelector")
                .getConstructor(BloomFilter.class, Function.class, Function.class);
        for (Constructor<?> entry : List.of(store, selector)) {
            Object[] nothing = new Object[entry.getParameterCount()];
            Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.newInstance(nothing))
                    .getCause();
            assertInstanceOf(IllegalStateException.class, refusal);
            assertEquals(
                    "Spring Integration 5.5.20 is not supported: use a version from 6.0 to 7.1", refusal.getMessage());
        }
    }
}
