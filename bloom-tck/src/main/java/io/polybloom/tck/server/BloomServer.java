package io.polybloom.tck.server;

import com.google.common.collect.ObjectArrays;
import io.polybloom.tck.resp.RespError;
import org.jspecify.annotations.Nullable;

/**
 * A server that has Bloom filters of its own, the commands {@code BF.*}: a real one if the environment variable
 * {@value #VARIABLE} names the file of a module, or if the executable has these commands by itself, as Redis 8 does.
 *
 * <p>Otherwise a real server without them stands behind a {@link BloomGate}, which replaces each of these commands by a
 * script over an ordinary key. So expiry, eviction, renaming and transactions are those of a real server. The filters
 * behind the gate are exact: they never report an absent item as present.
 */
public final class BloomServer implements StandaloneServer, AutoCloseable {

    /** The environment variable that names the file of a module for {@code loadmodule}. */
    public static final String VARIABLE = "BLOOM_TCK_MODULE";

    private final RedisServer server;
    private final @Nullable BloomGate gate;

    private BloomServer(RedisServer server, @Nullable BloomGate gate) {
        this.server = server;
        this.gate = gate;
    }

    /**
     * Starts a server.
     *
     * @param settings lines of {@code redis.conf}, as for {@link RedisServer#start(String...)}
     */
    public static BloomServer start(String... settings) {
        RedisServer server = RedisServer.start(ObjectArrays.concat(settings(), settings, String.class));
        try {
            return new BloomServer(server, hasFilters(server) ? null : new BloomGate().open(server));
        } catch (RuntimeException failure) {
            server.close();
            throw failure;
        }
    }

    /** Returns the lines of {@code redis.conf} that load the module, if one is named. */
    static String[] settings() {
        String module = System.getenv(VARIABLE);
        return module == null || module.isEmpty() ? new String[0] : new String[] {"loadmodule " + module};
    }

    /** Returns whether a server that was started has the commands by itself. */
    static boolean hasFilters(RedisServer server) {
        try (RespClient client = server.client()) {
            client.call("BF.EXISTS", "no-such-filter", "item");
            return true;
        } catch (RespError error) {
            if (String.valueOf(error.getMessage()).contains("unknown command")) {
                return false;
            }
            throw error;
        }
    }

    /** Returns whether a module or the server itself implements the filters, rather than a {@link BloomGate}. */
    public boolean isReal() {
        return gate == null;
    }

    /** Returns the server itself, which has the keys. */
    public RedisServer server() {
        return server;
    }

    /** Returns the address that clients connect to. */
    public String host() {
        return server.host();
    }

    /** Returns the port that clients connect to. */
    public int port() {
        return gate == null ? server.port() : gate.port();
    }

    @Override
    public String uri() {
        return "redis://" + host() + ":" + port();
    }

    @Override
    public RespClient client() {
        return RespClient.connect(host(), port());
    }

    /** Ends the server. */
    @Override
    public void close() {
        if (gate != null) {
            gate.close();
        }
        server.close();
    }

    @Override
    public String toString() {
        return uri();
    }
}
