package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;

import io.polybloom.BulkTransfer;
import io.polybloom.FilterSpec;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.bench.client.RedissonBenchClient;
import io.polybloom.bench.filter.ModuleFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.bench.run.RoundRunner;
import io.polybloom.bench.setup.Bench;
import io.polybloom.bench.setup.BenchServer;
import io.polybloom.bench.setup.Network;
import io.polybloom.bench.setup.Scale;
import io.polybloom.bench.words.WordSupply;
import io.polybloom.layout.Layouts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Bulk operations over limited networks: ours as it comes, ours in each form, and the peers. */
final class NetworkSection implements Section {

    private static final String TITLE = "Networks";
    private static final List<Long> CAPACITIES = List.of(1_000_000L, 10_000_000L);
    private static final String OURS = OurFilter.name("Jedis", Layouts.CLASSIC);
    private static final String NAMING = OurFilter.name("Jedis, naming bits,", Layouts.CLASSIC);
    private static final String TAKING = OurFilter.name("Jedis, taking partitions,", Layouts.CLASSIC);

    /** The rate of the network on which bytes have a target. */
    private static final int SLOW = 1;

    /** Smaller slices would measure the meters. */
    private static final int LEAST_SLICE = 10_000;

    /** The cost of an element does not depend on the number for the peers, so they get no more than this. */
    private static final int MOST_OF_PEERS = 50_000;

    /** The bytes of all calls that take every partition, or of two calls if that is more. */
    private static final long MOST_BYTES_TAKEN = 60_000_000;

    @Override
    public Findings run(Bench bench) {
        Optional<String> obstacle = Network.obstacle();
        if (obstacle.isPresent()) {
            return new Findings(TITLE, "Not measured: " + obstacle.get(), List.of(), List.of(), Map.of());
        }
        List<Table> tables = new ArrayList<>();
        Map<Target, Figure> worst = new EnumMap<>(Target.class);
        for (int gigabits : bench.networkRates()) {
            try (Network network = Network.open(gigabits == 0 ? OptionalInt.empty() : OptionalInt.of(gigabits));
                    BenchServer server = bench.server().startIn(network);
                    Clients clients = Clients.on(server)) {
                tables.addAll(run(bench, gigabits, server, clients, worst));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
        return new Findings(
                TITLE,
                String.format(
                        Locale.ROOT,
                        "A server in a network namespace of its own, behind a cable (veth) that a token bucket (tbf)"
                                + " limits in each direction. Strings of 16 characters, one thread, p = %s, %s. Ours"
                                + " as it comes learns from its own calls only. The better form is the faster of the"
                                + " two forced ones in each round.",
                        Scale.FALSE_POSITIVE_RATE,
                        Layouts.CLASSIC),
                tables,
                List.of(),
                worst);
    }

    /** Each form has a client of its own, so that none learns from another. */
    private record Clients(
            JedisBenchClient automatic, JedisBenchClient naming, JedisBenchClient taking, RedissonBenchClient redisson)
            implements AutoCloseable {

        static Clients on(BenchServer server) {
            String uri = server.uri();
            return new Clients(
                    new JedisBenchClient("Jedis", uri),
                    new JedisBenchClient("Jedis, naming bits,", uri),
                    new JedisBenchClient("Jedis, taking partitions,", uri),
                    new RedissonBenchClient("Redisson", uri));
        }

        @Override
        public void close() {
            redisson.close();
            taking.close();
            naming.close();
            automatic.close();
        }
    }

    private static List<Table> run(
            Bench bench, int gigabits, BenchServer server, Clients clients, Map<Target, Figure> worst) {
        String network = gigabits == 0 ? "no limit" : gigabits + " Gbit/s";
        Scale scale = bench.scale();
        Table adds = table(ADD, network);
        Table lookUps = table(LOOK_UP, network);
        for (long capacity : CAPACITIES) {
            for (int size : bench.callSizes()) {
                String row = String.format(Locale.ROOT, "%s, calls of %,d, capacity %,d", network, size, capacity);
                List<BulkContestant> contestants = contestants(scale, server, clients, capacity, size);
                Results results = new RoundRunner(
                                scale.callWarmUps(),
                                scale.callRounds(),
                                server.meter(),
                                what -> bench.progress().accept(row + ": " + what))
                        .run(contestants);
                addRows(adds, ADD, capacity, size, contestants, results);
                addRows(lookUps, LOOK_UP, capacity, size, contestants, results);
                for (String task : List.of(ADD, LOOK_UP)) {
                    note(worst, Target.NETWORK_FORM, results.speedUpOfBest(OURS, List.of(NAMING, TAKING), task));
                    note(worst, Target.NETWORK_PEER, results.speedUp(OURS, task, RedissonPeer.NAME, task));
                    if (gigabits == SLOW) {
                        note(worst, Target.NETWORK_BYTES, results.bytesRatio(OURS, NAMING, task));
                    }
                }
            }
        }
        return List.of(adds, lookUps);
    }

    private static void note(Map<Target, Figure> worst, Target target, Figure row) {
        worst.merge(target, row, target::worse);
    }

    private static List<BulkContestant> contestants(
            Scale scale, BenchServer server, Clients clients, long capacity, int size) {
        int elements = Math.max(scale.networkElements(), 2 * size);
        int taken = (int) Math.min(elements, size * Math.max(2, MOST_BYTES_TAKEN / bytesTaken(capacity)));
        int ofPeers = Math.min(elements, Math.max(scale.networkElements(), MOST_OF_PEERS));
        List<BulkContestant> contestants = new ArrayList<>();
        OurFilter automatic = OurFilter.inBatches(clients.automatic(), Layouts.CLASSIC, size);
        OurFilter naming =
                OurFilter.inBatches(clients.naming(), Layouts.CLASSIC, size).transferring(BulkTransfer.BITS);
        OurFilter taking =
                OurFilter.inBatches(clients.taking(), Layouts.CLASSIC, size).transferring(BulkTransfer.PARTITIONS);
        WordSupply words = new WordSupply(elements, elements / 2);
        WordSupply fewWords = new WordSupply(taken, taken / 2);
        WordSupply peersWords = new WordSupply(ofPeers, ofPeers / 2);
        int slices = slices(elements, size);
        contestants.add(new BulkContestant(OURS, automatic, capacity, words, slices));
        contestants.add(new BulkContestant(NAMING, naming, capacity, words, slices));
        contestants.add(new BulkContestant(TAKING, taking, capacity, fewWords, slices(taken, size)));
        RedissonPeer redisson = new RedissonPeer(clients.redisson(), size);
        contestants.add(new BulkContestant(redisson.name(), redisson, capacity, peersWords, slices(ofPeers, size)));
        if (server.hasBloomModule()) {
            ModuleFilter module = new ModuleFilter(clients.naming().jedis(), size);
            contestants.add(new BulkContestant(module.name(), module, capacity, words, slices));
        }
        return contestants;
    }

    private static int slices(int elements, int size) {
        return Math.max(2, elements / Math.max(size, LEAST_SLICE));
    }

    /** Returns how many bytes an add moves that exchanges every partition. */
    private static long bytesTaken(long capacity) {
        FilterSpec spec = FilterSpec.named("taken")
                .capacity(capacity)
                .falsePositiveRate(Scale.FALSE_POSITIVE_RATE)
                .build();
        return 2 * spec.geometry(1).totalBits() / Byte.SIZE;
    }

    private static Table table(String task, String network) {
        return new Table(
                task + ", " + network,
                "capacity",
                "calls of",
                "contestant",
                "elements/s",
                "x Redisson",
                "(rounds)",
                "x better form",
                "(rounds)",
                "client us",
                "server us",
                "bytes in",
                "bytes out",
                "x naming bits");
    }

    private static void addRows(
            Table table, String task, long capacity, int size, List<BulkContestant> contestants, Results results) {
        for (BulkContestant contestant : contestants) {
            String name = contestant.name();
            Figure peer = results.speedUp(name, task, RedissonPeer.NAME, task);
            Figure form = results.speedUpOfBest(name, List.of(NAMING, TAKING), task);
            table.add(
                    String.format(Locale.ROOT, "%,d", capacity),
                    String.format(Locale.ROOT, "%,d", size),
                    name,
                    Table.whole(results.speed(name, task).median()),
                    Table.decimals(peer.median()),
                    Table.range(peer),
                    Table.decimals(form.median()),
                    Table.range(form),
                    Table.decimals(results.clientMicros(name, task).median()),
                    Table.decimals(results.serverMicros(name, task).median()),
                    Table.decimals(results.bytesIn(name, task).median()),
                    Table.decimals(results.bytesOut(name, task).median()),
                    Table.decimals(results.bytesRatio(name, NAMING, task).median()));
        }
    }
}
