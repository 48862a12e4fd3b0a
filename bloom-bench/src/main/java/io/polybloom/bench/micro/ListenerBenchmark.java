package io.polybloom.bench.micro;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilter;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Engine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A whole mightContain without its round trip, with and without a listener.
 *
 * <pre>
 * ./mvnw -q -DskipTests -pl bloom-bench -am package
 * java -cp bloom-bench/target/bloom-bench.jar org.openjdk.jmh.Main ListenerBenchmark \
 *     -f 5 -wi 8 -i 20 -w 200ms -r 200ms -bm avgt -tu ns -prof gc -jvmArgs -XX:+UseSerialGC
 * </pre>
 *
 * <p>On two cores that did other work, too (JDK 17; the lower quartile of 100 iterations):
 *
 * <pre>
 * no listener                   366 ns   1,440 bytes of garbage
 * a listener that does nothing  491 ns   1,688 bytes of garbage
 * </pre>
 *
 * <p>Without a listener nothing is to be seen of it: {@link StepBenchmark} took 371 ns and 1,440 bytes before there
 * were listeners, and 373 ns and 1,440 bytes with the code for them.
 */
@State(Scope.Thread)
public class ListenerBenchmark {

    private Sample sample;
    private BloomFilter<CharSequence> withoutListener;
    private BloomFilter<CharSequence> withListener;

    @Setup
    public void prepare() {
        sample = new Sample();
        withoutListener = open(FilterOptions.defaults());
        withListener = open(FilterOptions.defaults().listener(report -> {}));
    }

    private static BloomFilter<CharSequence> open(FilterOptions options) {
        FilterSpec made =
                FilterSpec.named("bench").capacity(1_000_000).partitions(1).build();
        return Engine.get()
                .blocking(new MemoryTransport(made))
                .openExisting("bench", Funnels.stringFunnel(UTF_8), options);
    }

    @Benchmark
    public boolean noListener() {
        return present(withoutListener.mightContain(sample.next()));
    }

    @Benchmark
    public boolean listenerThatDoesNothing() {
        return present(withListener.mightContain(sample.next()));
    }

    private static boolean present(boolean answer) {
        if (!answer) {
            throw new IllegalStateException("all bits are set, and yet the element was called absent");
        }
        return true;
    }
}
