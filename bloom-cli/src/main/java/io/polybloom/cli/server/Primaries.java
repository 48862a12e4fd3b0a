package io.polybloom.cli.server;

import io.polybloom.cli.console.CommandFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.util.Pool;

/**
 * All primaries behind addresses, for requests about servers and not about filters. It goes through Jedis, whichever
 * client the filters use. Confined to one thread.
 */
public final class Primaries implements AutoCloseable {

    private static final int KEYS_AT_ONCE = 1000;

    private final ServerAddresses addresses;
    private final List<ConnectionProvider> providers;

    Primaries(ServerAddresses addresses) {
        this.addresses = addresses;
        try {
            this.providers = JedisConnection.providers(addresses);
        } catch (JedisException e) {
            throw CommandFailure.noConnection(addresses, e);
        }
    }

    /**
     * Hands all keys that match a pattern to an action, by SCAN: a key that is made or removed meanwhile may be among
     * them or not, and a key may come twice.
     *
     * @throws CommandFailure if the user may not do so, or the server does not execute SCAN
     */
    public void keys(String pattern, Consumer<String> action) {
        ScanParams page = new ScanParams().match(pattern).count(KEYS_AT_ONCE);
        try {
            ask((name, server) -> {
                String cursor = ScanParams.SCAN_POINTER_START;
                do {
                    ScanResult<String> found = server.scan(cursor, page);
                    found.getResult().forEach(action);
                    cursor = found.getCursor();
                } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            });
        } catch (JedisDataException refused) {
            throw new CommandFailure(refusal(refused), refused);
        }
    }

    private static String refusal(JedisDataException refused) {
        String said = refused.getMessage();
        if (said.startsWith("NOPERM")) {
            return "this user may not list the keys of the server: 'bloom acl --role admin' prints a rule that allows"
                    + " it (+scan), and 'bloom info NAME' shows a filter whose name is known";
        }
        // The others of this class are a password that is wrong or missing.
        return refused instanceof JedisAccessControlException
                ? "no access to the server; the server said: " + said
                : "the server refused SCAN, without which its filters cannot be listed: 'bloom info NAME' shows a"
                        + " filter whose name is known; the server said: " + said;
    }

    /**
     * Returns the memory of each primary, in the order of the addresses; empty if a server does not tell it to this
     * user.
     */
    public List<ServerMemory> memory() {
        List<ServerMemory> memories = new ArrayList<>();
        try {
            ask((name, server) -> memories.add(ServerMemory.parse(name, server.info("memory"))));
        } catch (JedisDataException notTold) {
            return List.of();
        }
        return memories;
    }

    /**
     * Refuses nodes of clusters that are named as servers of their own: such a node takes the register of a filter, but
     * not all of its partitions. A node that has all slots passes, as does a server that does not tell.
     */
    public static void refuseNodesOfClusters(ServerAddresses addresses) {
        if (addresses.kind() == ServerAddresses.Kind.INDEPENDENT) {
            addresses
                    .servers()
                    .forEach(server -> refuseNode(ServerAddresses.of(server).with(addresses.tls())));
        }
    }

    private static void refuseNode(ServerAddresses server) {
        List<Object> slots = new ArrayList<>();
        try (Primaries primaries = new Primaries(server)) {
            primaries.ask((name, node) -> slots.addAll((List<?>) node.sendCommand(Protocol.Command.CLUSTER, "SLOTS")));
        } catch (JedisDataException untold) {
            return;
        }
        if (slots.stream().map(Primaries::primaryOf).distinct().count() > 1) {
            throw new CommandFailure(server.asNodeOfCluster(), null);
        }
    }

    /** A range of slots is its first and last slot, then its nodes, the primary first, each with host, port and id. */
    private static String primaryOf(Object range) {
        List<?> primary = (List<?>) ((List<?>) range).get(2);
        return new String((byte[]) primary.get(2), StandardCharsets.US_ASCII);
    }

    @Override
    public void close() {
        for (ConnectionProvider provider : providers) {
            try {
                provider.close();
            } catch (Exception e) {
                throw new CommandFailure("the connection could not be closed: " + e.getMessage(), e);
            }
        }
    }

    private interface Question {
        void ask(String name, Jedis server);
    }

    private void ask(Question question) {
        try {
            for (ConnectionProvider provider : providers) {
                for (Map.Entry<?, ?> node :
                        provider.getPrimaryNodesConnectionMap().entrySet()) {
                    try (Jedis server = new Jedis(connection(node.getValue()))) {
                        question.ask(String.valueOf(node.getKey()), server);
                    }
                }
            }
        } catch (JedisDataException refused) {
            throw refused;
        } catch (JedisException e) {
            throw CommandFailure.noConnection(addresses, e);
        }
    }

    private static Connection connection(Object pool) {
        return (Connection) ((Pool<?>) pool).getResource();
    }
}
