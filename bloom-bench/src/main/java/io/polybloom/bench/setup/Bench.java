package io.polybloom.bench.setup;

import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.client.LettuceBenchClient;
import io.polybloom.bench.client.RedissonBenchClient;
import io.polybloom.bench.client.VertxBenchClient;
import io.polybloom.bench.run.RoundRunner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The common equipment of all sections: the sizes, the server and the clients that are connected to it.
 *
 * @param bloom the command line to measure, if there is one
 * @param clusterSizes the numbers of nodes of the clusters to measure
 * @param networkRates the Gbit/s of the networks to measure, 0 for one without a limit
 * @param callSizes how many elements a call takes where calls of several sizes are measured
 * @param before the class path of an earlier build to compare with, if there is one
 */
public record Bench(
        Scale scale,
        BenchServer server,
        JedisBenchClient jedis,
        LettuceBenchClient lettuce,
        RedissonBenchClient redisson,
        VertxBenchClient vertx,
        Optional<Path> bloom,
        List<Integer> clusterSizes,
        List<Integer> networkRates,
        List<Integer> callSizes,
        Optional<String> before,
        Consumer<String> progress)
        implements AutoCloseable {

    /** Connects the clients to a server. */
    public static Bench on(
            BenchServer server,
            Scale scale,
            Optional<Path> bloom,
            List<Integer> clusterSizes,
            List<Integer> networkRates,
            List<Integer> callSizes,
            Optional<String> before,
            Consumer<String> progress) {
        String uri = server.uri();
        return new Bench(
                scale,
                server,
                new JedisBenchClient("Jedis", uri),
                new LettuceBenchClient("Lettuce", uri),
                new RedissonBenchClient("Redisson", uri),
                new VertxBenchClient("Vert.x", uri),
                bloom,
                clusterSizes,
                networkRates,
                callSizes,
                before,
                progress);
    }

    public List<Client> clients() {
        return List.of(jedis, lettuce, redisson, vertx);
    }

    /** A runner whose progress begins with the name of a section. */
    public RoundRunner runner(String section, int warmUps, int rounds) {
        return new RoundRunner(warmUps, rounds, server.meter(), what -> progress.accept(section + ": " + what));
    }

    @Override
    public void close() {
        vertx.close();
        redisson.close();
        lettuce.close();
        jedis.close();
    }
}
