package io.polybloom.flink;

import io.polybloom.BloomFilter;
import java.io.Serializable;

/**
 * Opens the filter of a task. Flink sends it to each subtask, which calls it once for each attempt.
 *
 * <pre>{@code
 * FilterOpener<String> clicks = clients ->
 *         JedisBloom.on(clients.own(RedisClient.create("redis://localhost:6379"))).open(spec(), Elements.strings());
 * }</pre>
 *
 * @param <K> the type of the keys, which are the elements of the filter
 */
@FunctionalInterface
public interface FilterOpener<K> extends Serializable {

    /**
     * Connects to Redis and opens the filter. If this fails, so does the task.
     *
     * @param clients closes what it is given when the task ends
     */
    BloomFilter<K> open(TaskClients clients) throws Exception;
}
