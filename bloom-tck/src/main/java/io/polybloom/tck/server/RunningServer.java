package io.polybloom.tck.server;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server that the kit has not started. The kit uses it where it needs no control over the server, and touches only
 * the keys of its own filters.
 */
public final class RunningServer implements StandaloneServer {

    /** The environment variable that names it: {@code redis://[:password@]host[:port]}. */
    public static final String VARIABLE = "BLOOM_TCK_REDIS_URI";

    private static final int DEFAULT_PORT = 6379;

    private final URI address;

    private RunningServer(URI address) {
        this.address = address;
    }

    /**
     * Returns the server that the environment names, if it names one.
     *
     * @throws IllegalArgumentException if its address cannot be used; the message says which form it must have
     */
    public static Optional<RunningServer> configured() {
        return at(System.getenv(VARIABLE));
    }

    static Optional<RunningServer> at(@Nullable String uri) {
        if (uri == null || uri.isEmpty()) {
            return Optional.empty();
        }
        URI address = URI.create(uri);
        String user = address.getUserInfo();
        boolean plain = (address.getPath() == null || address.getPath().isEmpty()) && address.getQuery() == null;
        boolean passwordOnly = user == null || user.startsWith(":");
        if (!"redis".equals(address.getScheme()) || address.getHost() == null || !plain || !passwordOnly) {
            throw new IllegalArgumentException(VARIABLE + " must be redis://[:password@]host[:port]: no TLS, user name,"
                    + " database or option, since every client under test has to understand it");
        }
        return Optional.of(new RunningServer(address));
    }

    @Override
    public String uri() {
        String login = address.getRawUserInfo() == null ? "" : address.getRawUserInfo() + "@";
        return "redis://" + login + address.getHost() + ":" + port();
    }

    @Override
    public RespClient client() {
        RespClient client = RespClient.connect(address.getHost(), port());
        if (address.getUserInfo() != null) {
            client.call("AUTH", address.getUserInfo().substring(1));
        }
        return client;
    }

    /** Returns {@link #uri()} without the password. */
    @Override
    public String toString() {
        return "redis://" + address.getHost() + ":" + port();
    }

    private int port() {
        return address.getPort() < 0 ? DEFAULT_PORT : address.getPort();
    }
}
