package io.polybloom.lettuce;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.LoaderWithout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A version of the client that cannot be served is refused at the entry, by a message that names those that can. */
class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older =
                new LoaderWithout("io.lettuce.core.json.JsonParser", "io.lettuce.", "io.polybloom.lettuce.");
        Method entry = older.loadClass("io.polybloom.lettuce.LettuceBloom").getMethod("on", List.class);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, List.of()))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertTrue(refusal.getMessage().contains("use one from 6.5 to 7 ("), refusal.getMessage());
    }
}
