package io.polybloom.tck;

import io.polybloom.tck.server.RedisCluster;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RunningServer;
import io.polybloom.tck.server.StandaloneServer;
import java.util.List;

/** Servers that the tests of one JVM share. They start when they are first needed and end with the JVM. */
final class SharedServers {

    private SharedServers() {}

    /** The server in the environment variable {@value RunningServer#VARIABLE}, or one of the kit's own. */
    static StandaloneServer standalone() {
        return Standalone.SERVER;
    }

    static RedisCluster cluster() {
        return Cluster.CLUSTER;
    }

    static List<RedisServer> independent() {
        return Independent.SERVERS;
    }

    private static final class Standalone {
        static final StandaloneServer SERVER = RunningServer.configured()
                .<StandaloneServer>map(server -> server)
                .orElseGet(RedisServer::start);
    }

    private static final class Cluster {
        static final RedisCluster CLUSTER = RedisCluster.start(3);
    }

    private static final class Independent {
        static final List<RedisServer> SERVERS = List.of(RedisServer.start(), RedisServer.start(), RedisServer.start());
    }
}
