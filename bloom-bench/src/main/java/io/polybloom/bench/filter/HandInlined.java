package io.polybloom.bench.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.polybloom.FilterDescription;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import io.polybloom.locate.ElementLocator;
import java.util.List;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.UnifiedJedis;

/**
 * A filter of ours as one would write it by hand for one partition of {@code classic-v1} on Jedis: the same command,
 * and nothing around it. The difference to our own call is the price of steps and batches.
 */
public final class HandInlined implements BenchFilter {

    /** The name in the results. */
    public static final String NAME = "Jedis classic-v1 by hand";

    private static final long ONE_PARTITION = 1L << 27;
    private static final Layout LAYOUT = Layouts.get(Layouts.CLASSIC);

    private final OurFilter opened;
    private final UnifiedJedis jedis;
    private String key = "";
    private Geometry geometry = new Geometry(1, 1, 1);

    public HandInlined(JedisBenchClient client) {
        opened = OurFilter.inBatches(client, Layouts.CLASSIC, 1).withPartitionsOf(ONE_PARTITION);
        jedis = client.jedis();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        opened.create(capacity, falsePositiveRate);
        FilterDescription description = opened.description();
        geometry = description.geometry();
        if (geometry.partitions() != 1) {
            throw new IllegalArgumentException("by hand it has one partition, not " + geometry.partitions());
        }
        key = ElementLocator.stored(description).locate(new byte[0]).get(0).key();
    }

    @Override
    public long add(List<String> elements) {
        long fresh = 0;
        for (String element : elements) {
            fresh += addOne(element) ? 1 : 0;
        }
        return fresh;
    }

    @Override
    public long contains(List<String> elements) {
        long present = 0;
        for (String element : elements) {
            present += containsOne(element) ? 1 : 0;
        }
        return present;
    }

    @Override
    public boolean addOne(String element) {
        CommandArguments command = command(Command.BITFIELD);
        for (long offset : offsets(element)) {
            command.add("SET").add("u1").add(offset).add(1);
        }
        return !areAllSet(command);
    }

    @Override
    public boolean containsOne(String element) {
        CommandArguments command = command(Command.BITFIELD_RO);
        for (long offset : offsets(element)) {
            command.add("GET").add("u1").add(offset);
        }
        return areAllSet(command);
    }

    @Override
    public void delete() {
        opened.delete();
    }

    @Override
    public double expectedRate(double elements) {
        return opened.expectedRate(elements);
    }

    @Override
    public double tolerance() {
        return opened.tolerance();
    }

    private long[] offsets(String element) {
        byte[] bytes = element.getBytes(UTF_8);
        long[] offsets = new long[geometry.hashes()];
        LAYOUT.locate(bytes, bytes.length, geometry, offsets, 0);
        return offsets;
    }

    /** The command begins with the trailer: whether the partition is alive, then its seal and the marks of rebuilds. */
    private CommandArguments command(Command verb) {
        long trailer = geometry.partitionBits();
        return new CommandArguments(verb)
                .key(key)
                .add("GET")
                .add("u1")
                .add(trailer)
                .add("GET")
                .add("u7")
                .add(trailer + 1);
    }

    private boolean areAllSet(CommandArguments command) {
        List<Long> bits = jedis.executeCommand(new CommandObject<>(command, BuilderFactory.LONG_LIST));
        if (bits.get(0) != 1) {
            throw new IllegalStateException("the partition is not alive");
        }
        if (bits.get(1) != 0) {
            throw new IllegalStateException("the partition is sealed or being rebuilt");
        }
        for (int i = 2; i < bits.size(); i++) {
            if (bits.get(i) == 0) {
                return false;
            }
        }
        return true;
    }
}
