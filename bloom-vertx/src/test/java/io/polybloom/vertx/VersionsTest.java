package io.polybloom.vertx;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.tck.fixture.LoaderWithout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** A version of the client that cannot be served is refused at the entry, by a message that names those that can. */
class VersionsTest {

    @Test
    void anOlderVersionIsRefusedByAMessageThatNamesTheServedOnes() throws ReflectiveOperationException {
        ClassLoader older = new LoaderWithout(
                "io.vertx.redis.client.RedisCluster", "io.vertx.redis.client.", "io.polybloom.vertx.");
        Class<?> client = older.loadClass("io.vertx.redis.client.Redis");
        Method entry = older.loadClass("io.polybloom.vertx.VertxBloom").getMethod("on", client);
        Object unused = Proxy.newProxyInstance(older, new Class<?>[] {client}, (self, method, arguments) -> null);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, unused))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertTrue(refusal.getMessage().contains("use one from 4.5.10 to 5.1 ("), refusal.getMessage());
    }
}
