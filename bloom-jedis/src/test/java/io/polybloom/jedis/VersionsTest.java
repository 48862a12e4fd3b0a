package io.polybloom.jedis;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.LoaderWithout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

/** A version of the client that cannot be served is refused at the entry, by a message that names those that can. */
class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older = new LoaderWithout(
                "redis.clients.jedis.AbstractPipeline", "redis.clients.jedis.", "io.polybloom.jedis.");
        Class<?> client = older.loadClass("redis.clients.jedis.UnifiedJedis");
        Method entry = older.loadClass("io.polybloom.jedis.JedisBloom").getMethod("on", client);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, (Object) null))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertTrue(refusal.getMessage().contains("use one from 5.2 to 8 ("), refusal.getMessage());
    }
}
