package io.polybloom.spring.properties;

/** The clients that filters can use. By default, the first one that the application has. */
public enum ClientKind {
    /** The client of the application's {@code LettuceConnectionFactory}. */
    LETTUCE,
    /** The connections of the application's {@code JedisConnectionFactory}. */
    JEDIS,
    /** The application's {@code RedissonClient}. */
    REDISSON,
    /** The application's {@code GlideClient}. */
    GLIDE
}
