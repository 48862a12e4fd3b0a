package io.polybloom.bench.suite;

import com.sun.management.ThreadMXBean;
import io.polybloom.bench.run.Contestant;
import io.polybloom.bench.run.ErrorRate;
import io.polybloom.bench.run.Task;
import io.polybloom.bench.setup.Scale;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.LongStream;

/**
 * Asks a filter in the memory of this JVM for elements that it does not contain, in one thread or in several. Each is
 * another one, and is written into the array of an earlier one: so the caches of the processor have the element, as
 * that of a request, but not its bits.
 */
final class MirrorContestant implements Contestant {

    static final String LOOK_UP = "mightContain, absent";

    private static final int SLICES = 5;
    private static final int ELEMENT_BYTES = 16;
    private static final long FIRST_ABSENT = 1L << 40;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The theory of Guava's filter, and of ours, is exact for many elements; here is room for chance. */
    private static final double TOLERANCE = 0.05;

    private final String name;
    private final ToIntFunction<List<byte[]>> asking;
    private final int callSize;
    private final int asked;
    private final int threads;
    private final ExecutorService pool;
    private final List<Double> garbage = new ArrayList<>();

    private MirrorContestant(
            String name,
            ToIntFunction<List<byte[]>> asking,
            int callSize,
            int asked,
            int threads,
            ExecutorService pool) {
        this.name = name;
        this.asking = asking;
        this.callSize = callSize;
        this.asked = asked;
        this.threads = threads;
        this.pool = pool;
    }

    /** Returns one that asks for each element alone. */
    static MirrorContestant single(
            String name, Predicate<byte[]> filter, int asked, int threads, ExecutorService pool) {
        return new MirrorContestant(name, call -> filter.test(call.get(0)) ? 1 : 0, 1, asked, threads, pool);
    }

    /** Returns one that asks for many elements in a call, in one thread. */
    static MirrorContestant calls(
            String name, Function<List<byte[]>, boolean[]> filter, int callSize, int asked, ExecutorService pool) {
        return new MirrorContestant(name, call -> count(filter.apply(call)), callSize, asked, 1, pool);
    }

    private static int count(boolean[] answers) {
        int count = 0;
        for (boolean isPresent : answers) {
            count += isPresent ? 1 : 0;
        }
        return count;
    }

    /** Returns the elements that the filters contain. */
    static Iterable<byte[]> present(int count) {
        return () -> LongStream.range(0, count)
                .mapToObj(number -> write(new byte[ELEMENT_BYTES], number))
                .iterator();
    }

    private static byte[] write(byte[] element, long number) {
        LONG.set(element, 0, number * 0x9e3779b97f4a7c15L);
        LONG.set(element, Long.BYTES, number);
        return element;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<List<Task>> open(int round) {
        AtomicLong found = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        List<Runnable> slices = new ArrayList<>();
        int size = asked / SLICES;
        for (int slice = 0; slice < SLICES; slice++) {
            long from = FIRST_ABSENT + (long) slice * size;
            slices.add(() -> ask(from, size, found, bytes));
        }
        long all = (long) SLICES * size;
        return List.of(List.of(new Task(LOOK_UP, all, slices, () -> {
            new ErrorRate(name, TOLERANCE).check(found.get(), all, Scale.FALSE_POSITIVE_RATE);
            if (round >= 0) {
                garbage.add((double) bytes.get() / all);
            }
        })));
    }

    @Override
    public void close() {
        // The filter is used in every round.
    }

    /** Returns the bytes that the asking threads have allocated for each look-up, in each round. */
    double[] garbage() {
        return garbage.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void ask(long from, int count, AtomicLong found, AtomicLong bytes) {
        if (threads == 1) {
            askInThisThread(from, count, found, bytes);
            return;
        }
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        int done = 0;
        for (int thread = 1; thread <= threads; thread++) {
            long first = from + done;
            int part = (int) ((long) count * thread / threads) - done;
            parts.add(CompletableFuture.runAsync(() -> askInThisThread(first, part, found, bytes), pool));
            done += part;
        }
        parts.forEach(CompletableFuture::join);
    }

    private void askInThisThread(long from, int count, AtomicLong found, AtomicLong bytes) {
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        List<byte[]> call = new ArrayList<>();
        while (call.size() < callSize) {
            call.add(new byte[ELEMENT_BYTES]);
        }
        long before = memory.getCurrentThreadAllocatedBytes();
        int present = 0;
        for (int i = 0; i < count; i += callSize) {
            List<byte[]> elements = count - i < callSize ? call.subList(0, count - i) : call;
            for (int j = 0; j < elements.size(); j++) {
                write(elements.get(j), from + i + j);
            }
            present += asking.applyAsInt(elements);
        }
        bytes.addAndGet(memory.getCurrentThreadAllocatedBytes() - before);
        found.addAndGet(present);
    }
}
