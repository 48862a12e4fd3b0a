package io.polybloom.redisson;

import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.redisson.api.RedissonClient;

/**
 * Opens Bloom filters through a Redisson client.
 *
 * <p>The client belongs to the caller: it is neither changed nor closed, and its timeouts apply. Its retries do not,
 * because a write that may have reached the server is never sent again. Nor do its codec and its name mapper, because a
 * filter looks the same to every client, nor its read mode, because reads go to the primary; only look-ups of filters
 * that may read from replicas ({@link io.polybloom.FilterOptions#readFromReplicas}) follow the read mode. The client
 * must come from {@code Redisson.create}; any other implementation is refused with an {@link IllegalArgumentException},
 * and a version of Redisson that is not one from 3.37 to 4 with an {@link IllegalStateException}.
 *
 * <p>A half-open connection, whose other end has vanished without closing it, is detected only by Redisson's
 * {@code pingConnectionInterval}: without this setting, calls on that connection time out again and again. A client
 * with {@code lazyInitialization} connects in its first call, which waits for the connection even in the asynchronous
 * flavour. Use that setting only with Redisson 3.50 or later: an older client that connects late may report a wrong
 * password as a timeout, and on a cluster it may wait for itself forever.
 *
 * <pre>{@code
 * BloomFilter<String> clicks = RedissonBloom.on(redisson).open(spec, Elements.strings());
 * }</pre>
 */
public final class RedissonBloom {

    private RedissonBloom() {}

    /**
     * Returns filters that block the calling thread, which must not be one of Redisson's own.
     *
     * @param client a single server, a cluster, sentinels or any other of Redisson's modes
     */
    public static BloomFilters on(RedissonClient client) {
        return on(List.of(client));
    }

    /**
     * Returns filters that block the calling thread, spread over independent servers.
     *
     * @param clients at least one; the order is part of a filter and must be the same wherever it is used
     */
    public static BloomFilters on(List<? extends RedissonClient> clients) {
        return Engine.get().blocking(transport(clients).map(InFlight::on));
    }

    /**
     * Returns filters that answer with {@link CompletionStage}.
     *
     * @param client a single server, a cluster, sentinels or any other of Redisson's modes
     */
    public static AsyncBloomFilters async(RedissonClient client) {
        return async(List.of(client));
    }

    /**
     * Returns filters that answer with {@link CompletionStage}, spread over independent servers.
     *
     * @param clients at least one; the order is part of a filter and must be the same wherever it is used
     */
    public static AsyncBloomFilters async(List<? extends RedissonClient> clients) {
        return Engine.get().stages(transport(clients));
    }

    static Transport<CompletionStage<List<Reply>>> transport(List<? extends RedissonClient> clients) {
        Versions.requireSupported();
        return Transport.spread(clients.stream().map(RedissonTransport::new).toList());
    }
}
