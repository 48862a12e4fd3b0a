package io.polybloom.bench.micro;

import io.polybloom.FilterSpec;
import io.polybloom.layout.Geometry;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Answers at once, from memory: a filter of one layer that is there, alive, and whose bits are all set. */
final class MemoryTransport implements Transport<InFlight> {

    private static final String GENERATION = "0123456789abcdef";
    private static final long NO_EXPIRY = -1;

    private final List<Reply> configAndTrace;
    private final List<Reply> bits;

    MemoryTransport(FilterSpec spec) {
        Geometry geometry = spec.geometry(1);
        String text = "format=1;generation=" + GENERATION + ";origin=" + GENERATION + ";layout=" + spec.layout()
                + ";hash=murmur3-128;capacity="
                + spec.capacity()
                + ";fpp=" + spec.falsePositiveRate() + ";sizing=BALANCED;bits=" + geometry.partitionBits() + ";hashes="
                + geometry.hashes() + ";partitions=" + geometry.partitions()
                + ";maxPartitionBits=4193792;servers=1;overCapacity="
                + spec.overCapacity() + ";elements=";
        configAndTrace = List.of(
                new Reply.Many(List.of(bytes("spec"), bytes(text), bytes("ready." + GENERATION + ".0"), bytes("1"))),
                new Reply.Many(List.of(bytes(GENERATION), bytes(text))),
                new Reply.Int(NO_EXPIRY),
                new Reply.Int(NO_EXPIRY));
        bits = List.of(new Reply.Ints(bitfield(geometry.hashes())));
    }

    /** The reply to a BITFIELD_RO: alive, not sealed, and every bit set. */
    static long[] bitfield(int hashes) {
        long[] values = new long[2 + hashes];
        Arrays.fill(values, 1);
        values[1] = 0;
        return values;
    }

    /** There is no other server that could answer. */
    @Override
    public boolean redirects() {
        return true;
    }

    @Override
    public InFlight send(Batch batch) {
        Command command = batch.commands().get(0);
        List<Reply> answers = command.verb() == Verb.HGETALL ? configAndTrace : bits;
        if (batch.size() > answers.size() || command.isWrite()) {
            throw new IllegalStateException("not expected: " + batch);
        }
        return () -> answers.subList(0, batch.size());
    }

    private static Reply bytes(String text) {
        return new Reply.Bytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
