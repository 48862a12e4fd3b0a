package io.polybloom.redisson;

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
                "org.redisson.command.CommandBatchService", "org.redisson.", "io.polybloom.redisson.");
        Class<?> client = older.loadClass("org.redisson.api.RedissonClient");
        Method entry = older.loadClass("io.polybloom.redisson.RedissonBloom").getMethod("on", client);
        Object unused = Proxy.newProxyInstance(older, new Class<?>[] {client}, (self, method, arguments) -> null);
        Throwable refusal = assertThrows(InvocationTargetException.class, () -> entry.invoke(null, unused))
                .getCause();
        assertInstanceOf(IllegalStateException.class, refusal);
        assertTrue(refusal.getMessage().contains("use one from 3.37 to 4 ("), refusal.getMessage());
    }
}
