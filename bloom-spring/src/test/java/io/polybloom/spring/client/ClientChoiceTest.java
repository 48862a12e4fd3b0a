package io.polybloom.spring.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import glide.api.GlideClient;
import io.polybloom.spring.properties.ClientKind;
import io.polybloom.spring.properties.InvalidFilterException;
import io.polybloom.tck.fixture.LoaderWithout;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** None of the clients is started: a choice does no I/O. */
class ClientChoiceTest {

    private final DefaultListableBeanFactory beans = new DefaultListableBeanFactory();

    private ClientSource choose(@Nullable ClientKind kind, @Nullable String bean) {
        return new ClientChoice(beans, kind, bean).choose();
    }

    /** A factory is often declared by its interface, as here. */
    private void add(String name, RedisConnectionFactory factory, boolean primary) {
        RootBeanDefinition definition = new RootBeanDefinition(RedisConnectionFactory.class, () -> factory);
        definition.setPrimary(primary);
        beans.registerBeanDefinition(name, definition);
    }

    private void addRedisson(String name) {
        beans.registerSingleton(name, proxy(RedissonClient.class));
    }

    private Object proxy(Class<?> type) {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> throw new AssertionError("a choice does no I/O: " + method);
                });
    }

    @Test
    void eachKindIsFoundAlone() {
        add("redis", new LettuceConnectionFactory(), false);
        assertInstanceOf(LettuceSource.class, choose(null, null));
        assertInstanceOf(LettuceSource.class, choose(ClientKind.LETTUCE, null));
        beans.removeBeanDefinition("redis");
        add("redis", new JedisConnectionFactory(), false);
        assertInstanceOf(JedisSource.class, choose(null, null));
        assertInstanceOf(JedisSource.class, choose(ClientKind.JEDIS, null));
        beans.removeBeanDefinition("redis");
        addRedisson("redisson");
        assertInstanceOf(RedissonSource.class, choose(null, null));
        beans.destroySingleton("redisson");
        beans.registerSingleton("glide", new UnusedGlide());
        assertInstanceOf(GlideSource.class, choose(null, null));
        assertInstanceOf(GlideSource.class, choose(ClientKind.GLIDE, null));
        assertInstanceOf(GlideSource.class, choose(null, "glide"));
    }

    /** A client that is connected to nothing. */
    private static final class UnusedGlide extends GlideClient {
        UnusedGlide() {
            super(new ClientBuilder(null, null, null, Optional.empty()));
        }
    }

    @Test
    void aConnectionFactoryComesBeforeRedissonUnlessThatIsChosen() {
        add("redis", new JedisConnectionFactory(), false);
        addRedisson("redisson");
        assertInstanceOf(JedisSource.class, choose(null, null));
        assertInstanceOf(RedissonSource.class, choose(ClientKind.REDISSON, null));
        assertInstanceOf(RedissonSource.class, choose(null, "redisson"));
        beans.registerSingleton("glide", new UnusedGlide());
        assertInstanceOf(JedisSource.class, choose(null, null));
        assertInstanceOf(GlideSource.class, choose(ClientKind.GLIDE, null));
    }

    @Test
    void ofSeveralThePrimaryOneIsTakenOrTheOneThatIsNamed() {
        add("first", new LettuceConnectionFactory(), false);
        add("second", new JedisConnectionFactory(), false);
        NoClientException several = assertThrows(NoClientException.class, () -> choose(null, null));
        assertTrue(several.getMessage().contains("several"), several.getMessage());
        assertInstanceOf(JedisSource.class, choose(null, "second"));
        add("third", new JedisConnectionFactory(), true);
        assertInstanceOf(JedisSource.class, choose(null, null));
    }

    @Test
    void aKindThatIsChosenIsFoundAmongFactoriesOfOtherKinds() {
        add("first", new LettuceConnectionFactory(), true);
        add("second", new JedisConnectionFactory(), false);
        assertInstanceOf(JedisSource.class, choose(ClientKind.JEDIS, null));
    }

    /** Redisson's own starter brings such a factory. */
    @Test
    void aFactoryOfAnotherKindIsPassedOver() {
        beans.registerSingleton("redis", proxy(RedisConnectionFactory.class));
        addRedisson("redisson");
        assertInstanceOf(RedissonSource.class, choose(null, null));
    }

    private Object chooseWithout(String missing) throws ReflectiveOperationException {
        Class<?> choice =
                new LoaderWithout(missing, "io.polybloom.spring.client.").loadClass(ClientChoice.class.getName());
        Constructor<?> constructor =
                choice.getDeclaredConstructor(ListableBeanFactory.class, ClientKind.class, String.class);
        constructor.setAccessible(true);
        Method choose = choice.getDeclaredMethod("choose");
        choose.setAccessible(true);
        return choose.invoke(constructor.newInstance(beans, null, null));
    }

    /** An application has the classes of its own client only. */
    @ParameterizedTest
    @CsvSource({
        "io.lettuce.core.RedisClient, JedisSource",
        "redis.clients.jedis.Jedis, LettuceSource",
        "org.redisson.api.RedissonClient, LettuceSource",
        "glide.api.GlideClient, LettuceSource",
        "org.springframework.data.redis.connection.RedisConnectionFactory, RedissonSource"
    })
    void aClientThatIsNotOnTheClassPathIsNotTouched(String missing, String chosen) throws ReflectiveOperationException {
        add("first", new LettuceConnectionFactory(), !missing.startsWith("io"));
        add("second", new JedisConnectionFactory(), missing.startsWith("io"));
        addRedisson("redisson");
        Object source = chooseWithout(missing);
        assertEquals(chosen, source.getClass().getSimpleName());
    }

    @Test
    void aFactoryWhoseClientIsNotOnTheClassPathIsNotUsed() {
        add("redis", new LettuceConnectionFactory(), false);
        Throwable refusal = assertThrows(
                        InvocationTargetException.class, () -> chooseWithout("io.lettuce.core.RedisClient"))
                .getCause();
        assertEquals(NoClientException.class.getName(), refusal.getClass().getName());
    }

    @Test
    void aKindThatIsNotThereIsRefused() {
        assertThrows(NoClientException.class, () -> choose(null, null));
        add("redis", new LettuceConnectionFactory(), false);
        NoClientException other = assertThrows(NoClientException.class, () -> choose(ClientKind.JEDIS, null));
        assertTrue(other.getMessage().contains("jedis"), other.getMessage());
        beans.registerSingleton("text", "no client");
        assertEquals(
                "polybloom.client-bean: the bean 'text' is no LettuceConnectionFactory, JedisConnectionFactory,"
                        + " RedissonClient or GlideClient",
                assertThrows(InvalidFilterException.class, () -> choose(null, "text"))
                        .getMessage());
        assertEquals(
                "polybloom.client-bean: the bean 'redis' is no client of the kind jedis, which polybloom.client asks"
                        + " for",
                assertThrows(InvalidFilterException.class, () -> choose(ClientKind.JEDIS, "redis"))
                        .getMessage());
    }

    @Test
    void aBeanThatIsNotThereIsRefusedWithTheOnesThatAre() {
        assertEquals(
                "polybloom.client-bean: there is no bean 'nope'; nor is there another LettuceConnectionFactory,"
                        + " JedisConnectionFactory, RedissonClient or GlideClient",
                assertThrows(InvalidFilterException.class, () -> choose(null, "nope"))
                        .getMessage());
        add("first", new LettuceConnectionFactory(), true);
        addRedisson("second");
        beans.registerSingleton("text", "no client");
        assertEquals(
                "polybloom.client-bean: there is no bean 'nope'; those that can be named: first, second",
                assertThrows(InvalidFilterException.class, () -> choose(null, "nope"))
                        .getMessage());
    }
}
