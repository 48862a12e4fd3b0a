package io.polybloom.kafka.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.tck.fixture.LoaderOfVersion;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.kafka.common.utils.AppInfoParser;
import org.junit.jupiter.api.Test;

class VersionsTest {

    @Test
    void theTestsRunOnTheVersionThatIsMeant() {
        assertEquals(System.getProperty("kafka.version"), AppInfoParser.getVersion());
    }

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesItAndTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older = new LoaderOfVersion(
                "3.2.3", "kafka/kafka-version.properties", "org.apache.kafka.", "io.polybloom.kafka.streams.");
        Method entry =
                older.loadClass("io.polybloom.kafka.streams.DistinctRecords").getMethod("of", BloomFilter.class);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, (Object) null))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertEquals("Kafka Streams 3.2.3 is not supported: use a version from 3.3 to 4.3", refusal.getMessage());
    }
}
