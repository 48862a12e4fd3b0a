package io.polybloom.spring.client;

import glide.api.GlideClient;
import io.polybloom.spring.properties.ClientKind;
import io.polybloom.spring.properties.InvalidFilterException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds the client that filters use among the beans of the application. An application that has several gets the first
 * one in the order of {@link ClientKind}.
 *
 * @param beans the beans of the application
 * @param kind the kind that the application requests, if any
 * @param bean the bean that the application requests, if any
 */
record ClientChoice(
        ListableBeanFactory beans,
        @Nullable ClientKind kind,
        @Nullable String bean) {

    private static final String CLIENT_BEAN = "polybloom.client-bean";
    private static final String FACTORY = "org.springframework.data.redis.connection.RedisConnectionFactory";
    private static final String LETTUCE = "io.lettuce.core.RedisClient";
    private static final String JEDIS = "redis.clients.jedis.Jedis";
    private static final String REDISSON = "org.redisson.api.RedissonClient";
    private static final String GLIDE = "glide.api.GlideClient";

    /**
     * Returns the client. Does no I/O.
     *
     * @throws NoClientException if there is none, or there are several and none of them is primary
     * @throws InvalidFilterException if the requested bean is none
     */
    ClientSource choose() {
        if (bean != null) {
            return named(bean);
        }
        return factory()
                .or(this::redisson)
                .or(this::glide)
                .orElseThrow(() -> new NoClientException("there is no " + wanted() + " among the beans"));
    }

    private ClientSource named(String bean) {
        if (!beans.containsBean(bean)) {
            throw new InvalidFilterException(
                    CLIENT_BEAN,
                    "there is no bean '" + bean + "'; "
                            + (clients().isEmpty()
                                    ? "nor is there another " + wanted()
                                    : "those that can be named: " + String.join(", ", clients())));
        }
        return of(beans.getBean(bean))
                .orElseThrow(() -> new InvalidFilterException(
                        CLIENT_BEAN,
                        "the bean '" + bean + "' is no " + wanted()
                                + (kind == null ? "" : ", which polybloom.client asks for")));
    }

    /** Returns the names of the beans that can be named. */
    private List<String> clients() {
        return Stream.of(FACTORY, REDISSON, GLIDE)
                .filter(this::isPresent)
                .map(type -> ClassUtils.resolveClassName(type, ClientChoice.class.getClassLoader()))
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type)))
                .filter(name -> of(beans.getBean(name)).isPresent())
                .toList();
    }

    private Optional<ClientSource> factory() {
        boolean isAsked = kind == null || kind == ClientKind.LETTUCE || kind == ClientKind.JEDIS;
        return isAsked && isPresent(FACTORY) ? unique(RedisConnectionFactory.class) : Optional.empty();
    }

    private Optional<ClientSource> redisson() {
        return takes(ClientKind.REDISSON, REDISSON) ? unique(RedissonClient.class) : Optional.empty();
    }

    private Optional<ClientSource> glide() {
        return takes(ClientKind.GLIDE, GLIDE) ? unique(GlideClient.class) : Optional.empty();
    }

    private <T> Optional<ClientSource> unique(Class<T> type) {
        ObjectProvider<T> provider = beans.getBeanProvider(type);
        Optional<ClientSource> primary =
                Optional.ofNullable(provider.getIfUnique()).flatMap(this::of);
        if (primary.isPresent()) {
            return primary;
        }
        List<ClientSource> served =
                provider.stream().flatMap(candidate -> of(candidate).stream()).toList();
        if (served.size() > 1) {
            throw new NoClientException(
                    "there are several beans of the type " + type.getSimpleName() + ", and none of them is primary");
        }
        return served.stream().findFirst();
    }

    /**
     * Returns a bean as a source of clients. Classes of a client are loaded only if the application has that client.
     */
    private Optional<ClientSource> of(Object candidate) {
        if (takes(ClientKind.LETTUCE, FACTORY, LETTUCE) && candidate instanceof LettuceConnectionFactory lettuce) {
            return Optional.of(new LettuceSource(lettuce));
        }
        if (takes(ClientKind.JEDIS, FACTORY, JEDIS) && candidate instanceof JedisConnectionFactory jedis) {
            return Optional.of(new JedisSource(jedis));
        }
        if (takes(ClientKind.REDISSON, REDISSON) && candidate instanceof RedissonClient redisson) {
            return Optional.of(new RedissonSource(redisson));
        }
        if (takes(ClientKind.GLIDE, GLIDE) && candidate instanceof GlideClient glide) {
            return Optional.of(new GlideSource(glide));
        }
        return Optional.empty();
    }

    private boolean takes(ClientKind candidate, String... classes) {
        boolean isAsked = kind == null || kind == candidate;
        for (String name : classes) {
            isAsked = isAsked && isPresent(name);
        }
        return isAsked;
    }

    private boolean isPresent(String name) {
        return ClassUtils.isPresent(name, ClientChoice.class.getClassLoader());
    }

    private String wanted() {
        return kind == null
                ? "LettuceConnectionFactory, JedisConnectionFactory, RedissonClient or GlideClient"
                : "client of the kind " + kind.name().toLowerCase(Locale.ROOT);
    }
}
