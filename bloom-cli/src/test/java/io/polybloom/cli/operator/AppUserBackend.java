package io.polybloom.cli.operator;

import io.polybloom.BloomFilters;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.resp.RespError;
import io.polybloom.tck.server.RespClient;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.util.JedisURIHelper;

/**
 * Connects Jedis as a user who is made by the rule of an application. Servers that only pretend to be one, or are down,
 * know no users: there it connects as the kit does.
 */
record AppUserBackend() implements Backend {

    /** The commands are those of the rule. Filters of other systems and counters have keys of any name. */
    private static final String RULE =
            "reset on >app " + new AccessRule(Role.APP, AccessRule.ALL, Optional.of("*"), false, false).text();

    private record Jedis(List<UnifiedJedis> clients) implements Connection {

        @Override
        public BloomFilters filters() {
            return JedisBloom.on(clients);
        }

        @Override
        public void close() {
            clients.forEach(UnifiedJedis::close);
        }
    }

    @Override
    public String name() {
        return "jedis as the user of an application";
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        List<URI> addresses = target.uris().stream().map(URI::create).toList();
        boolean isUser = addresses.stream().allMatch(AppUserBackend::makeUser);
        List<UnifiedJedis> clients = new ArrayList<>();
        if (target.kind() == Target.Kind.CLUSTER) {
            Set<HostAndPort> nodes =
                    addresses.stream().map(JedisURIHelper::getHostAndPort).collect(Collectors.toSet());
            clients.add(RedisClusterClient.builder()
                    .nodes(nodes)
                    .clientConfig(config(addresses.get(0), isUser, timeout))
                    .build());
        } else {
            addresses.forEach(address -> clients.add(RedisClient.builder()
                    .hostAndPort(JedisURIHelper.getHostAndPort(address))
                    .clientConfig(config(address, isUser, timeout))
                    .build()));
        }
        return new Jedis(clients);
    }

    @Override
    public Map<Capability, String> missing() {
        return Map.of(Capability.NON_BLOCKING, "Jedis blocks");
    }

    private static boolean makeUser(URI address) {
        try (RespClient owner = RespClient.connect(address.getHost(), address.getPort())) {
            String password = JedisURIHelper.getPassword(address);
            if (password != null) {
                owner.call("AUTH", password);
            }
            owner.call((Object[]) ("ACL SETUSER app " + RULE).split(" "));
            return true;
        } catch (RespError refused) {
            // A program that only pretends to be a server answers with any other error.
            if (refused.getMessage().contains("ACL SETUSER")) {
                throw new AssertionError("the server does not take the rule", refused);
            }
            return false;
        } catch (UncheckedIOException isDown) {
            return false;
        }
    }

    private static JedisClientConfig config(URI address, boolean isUser, Duration timeout) {
        return DefaultJedisClientConfig.builder()
                .timeoutMillis((int) timeout.toMillis())
                .user(isUser ? "app" : null)
                .password(isUser ? "app" : JedisURIHelper.getPassword(address))
                .build();
    }
}
