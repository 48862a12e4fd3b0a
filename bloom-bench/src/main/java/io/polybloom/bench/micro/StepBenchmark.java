package io.polybloom.bench.micro;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterSpec;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Engine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** A whole mightContain without its round trip, against the same work written by hand in one method. */
@State(Scope.Thread)
public class StepBenchmark {

    private static final byte[] GET = "GET".getBytes(ISO_8859_1);
    private static final byte[] ONE_BIT = "u1".getBytes(ISO_8859_1);
    private static final byte[] SEAL_AND_MARKS = "u7".getBytes(ISO_8859_1);
    private static final int TRAILER_VALUES = 2;

    private Sample sample;
    private BloomFilter<CharSequence> filter;
    private Layout layout;
    private Geometry geometry;
    private long[] reply;

    @Setup
    public void prepare() {
        sample = new Sample();
        FilterSpec spec =
                FilterSpec.named("bench").capacity(1_000_000).partitions(1).build();
        filter = Engine.get().blocking(new MemoryTransport(spec)).openExisting("bench", Funnels.stringFunnel(UTF_8));
        layout = Layouts.get(spec.layout());
        geometry = spec.geometry(1);
        reply = MemoryTransport.bitfield(geometry.hashes());
    }

    @Benchmark
    public boolean mightContain() {
        return present(filter.mightContain(sample.next()));
    }

    @Benchmark
    public boolean byHand(Blackhole server) {
        byte[] element = sample.next().getBytes(UTF_8);
        long[] offsets = new long[geometry.hashes()];
        layout.locate(element, element.length, geometry, offsets, 0);
        byte[][] arguments = new byte[3 * (TRAILER_VALUES + offsets.length)][];
        for (int i = 0; i < TRAILER_VALUES + offsets.length; i++) {
            long offset = i < TRAILER_VALUES ? geometry.partitionBits() + i : offsets[i - TRAILER_VALUES];
            arguments[3 * i] = GET;
            arguments[3 * i + 1] = i == 1 ? SEAL_AND_MARKS : ONE_BIT;
            arguments[3 * i + 2] = Long.toString(offset).getBytes(ISO_8859_1);
        }
        server.consume(arguments);
        boolean found = reply[0] == 1;
        for (int i = TRAILER_VALUES; i < reply.length; i++) {
            found &= reply[i] == 1;
        }
        return present(found);
    }

    private static boolean present(boolean answer) {
        if (!answer) {
            throw new IllegalStateException("all bits are set, and yet the element was called absent");
        }
        return true;
    }
}
