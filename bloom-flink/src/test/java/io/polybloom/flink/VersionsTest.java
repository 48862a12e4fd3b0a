package io.polybloom.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.tck.fixture.LoaderOfVersion;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesItAndTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older = new LoaderOfVersion(
                "1.18.1", ".flink-runtime.version.properties", "org.apache.flink.", "io.polybloom.flink.");
        Method entry = older.loadClass("io.polybloom.flink.Deduplication")
                .getMethod(
                        "by",
                        older.loadClass("org.apache.flink.api.java.functions.KeySelector"),
                        older.loadClass("io.polybloom.flink.FilterOpener"));
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, null, null))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertEquals("Flink 1.18.1 is not supported: use a version from 1.19 to 2.3", refusal.getMessage());
    }
}
