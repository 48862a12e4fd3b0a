package io.polybloom.camel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.tck.fixture.LoaderOfVersion;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesItAndTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older = new LoaderOfVersion("3.22.4", "", "org.apache.camel.", "io.polybloom.camel.");
        Constructor<?> entry =
                older.loadClass("io.polybloom.camel.BloomIdempotentRepository").getConstructor(BloomFilter.class);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.newInstance((Object) null))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertEquals("Camel 3.22.4 is not supported: use a version from 4.0 to 4.22", refusal.getMessage());
    }
}
