package io.polybloom.internal.mirror;

import io.polybloom.BackendException;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.LostDataException;
import io.polybloom.MirrorOptions;
import io.polybloom.StaleMirrorException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.filter.Notices;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.local.LocalBits;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.local.LocalCopy;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.layout.Geometry;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The bits of a filter in this JVM, and how old they are. Look-ups and {@link #learn} are thread-safe and take no lock;
 * refreshes run one after the other, which the drivers see to.
 */
final class Mirror implements LocalCopy {

    /**
     * What look-ups answer by.
     *
     * @param bits null if they must not answer
     * @param description of the filter; null if nothing was read
     * @param asOf the time as of which the oldest part of the bits is known; null without bits
     * @param refusal why they must not; null if they may
     */
    private record View(
            @Nullable LocalBits bits,
            @Nullable FilterDescription description,
            @Nullable ServerTime asOf,
            @Nullable RuntimeException refusal) {

        static View refusing(RuntimeException refusal) {
            return new View(null, null, null, refusal);
        }
    }

    /** What a mirror keeps of each partition, roughly, even if that has hardly any bits. */
    private static final long LEAST_BYTES_OF_A_PARTITION = 256;

    private final String name;
    private final String elementFormat;
    private final MirrorOptions options;
    private final Environment environment;
    private final LocalCopies copies;
    private final Allowance allowance;
    private final LongSupplier nanoTime;
    private final long longestNanos;
    private volatile View view;

    /** The bits that a refresh is reading: those of the view, or those of another generation, or of more layers. */
    private volatile @Nullable LocalBits beingRead;

    /** Why the most recent refresh has failed; null if it has not. */
    private volatile @Nullable BloomFilterException failure;

    private volatile boolean isClosed;
    private final AtomicLong bytesRead = new AtomicLong();

    /** What refreshes continue with; only they use it, and {@link #close} drops it. */
    private volatile @Nullable OpenFilter filter;

    private volatile @Nullable MirroredGeneration read;

    /** Creates a mirror, which its engine tells of what its filters add. */
    Mirror(String name, String elementFormat, MirrorOptions options, Environment environment, LocalCopies copies) {
        this.name = name;
        this.elementFormat = elementFormat;
        this.options = options;
        this.environment = environment;
        this.copies = copies;
        this.nanoTime = environment.nanoTime();
        this.longestNanos = options.longestStaleness().toNanos();
        this.allowance = new Allowance(options, nanoTime.getAsLong());
        this.view = View.refusing(new StaleMirrorException(name, incomplete(), null));
    }

    @Override
    public String name() {
        return name;
    }

    String elementFormat() {
        return elementFormat;
    }

    MirrorOptions options() {
        return options;
    }

    Environment environment() {
        return environment;
    }

    Allowance allowance() {
        return allowance;
    }

    @Override
    public boolean mightContain(ElementBytes element, long[] offsets) {
        View now = view;
        LocalBits bits = now.bits;
        if (bits == null) {
            throw refusal(now);
        }
        boolean isPresent = bits.mightContain(element, offsets);
        requireYoung(now);
        return isPresent;
    }

    @Override
    public boolean[] mightContainAll(int count, ObjIntConsumer<ElementBytes> elements, LocalBits.Block block) {
        View now = view;
        LocalBits bits = now.bits;
        if (bits == null) {
            throw refusal(now);
        }
        boolean[] answers = bits.mightContainAll(count, elements, block);
        requireYoung(now);
        return answers;
    }

    @Override
    public Instant asOf() {
        View now = view;
        if (now.asOf == null) {
            throw refusal(now);
        }
        return Instant.ofEpochMilli(now.asOf.serverMillis());
    }

    @Override
    public long bytesRead() {
        return bytesRead.get();
    }

    void countRead(long bytes) {
        bytesRead.addAndGet(bytes);
    }

    @Override
    public FilterDescription description() {
        View now = view;
        if (now.description == null) {
            throw refusal(now);
        }
        return now.description;
    }

    /** The clock is read after the bits, so that an answer is not older than it may be. */
    private void requireYoung(View now) {
        ServerTime oldest = now.asOf;
        if (oldest == null || nanoTime.getAsLong() - oldest.localNanos() > longestNanos) {
            throw new StaleMirrorException(
                    name,
                    "what the mirror of the filter '" + name + "' knows is as of "
                            + (oldest == null ? "never" : Instant.ofEpochMilli(oldest.serverMillis()))
                            + ", which is longer ago than the "
                            + options.longestStaleness().toMillis()
                            + " ms that its options allow: refresh it more often, or look at the cause",
                    failure);
        }
    }

    /** Returns the reason why there is no answer, as an exception of its own for each caller. */
    private RuntimeException refusal(View now) {
        RuntimeException refusal = now.refusal;
        if (refusal instanceof FilterGoneException gone) {
            return Notices.again(gone, gone.getMessage());
        }
        if (refusal instanceof LostDataException lost) {
            return new LostDataException(lost.name(), lost.getMessage());
        }
        if (refusal instanceof UnsupportedFilterException unsupported) {
            return new UnsupportedFilterException(unsupported.getMessage());
        }
        if (isClosed) {
            return closed();
        }
        return new StaleMirrorException(
                name, refusal == null ? incomplete() : String.valueOf(refusal.getMessage()), failure);
    }

    private IllegalStateException closed() {
        return new IllegalStateException("the mirror of the filter '" + name + "' is closed");
    }

    private String incomplete() {
        return "the mirror of the filter '" + name
                + "' has not read all bits yet: refresh it again, or allow more bytes per second";
    }

    /**
     * Sets the bits of the element. A refresh that began before may have read the bits too early, so they are set both
     * in what look-ups see and in what is being read. What is being read is looked at first: it may become what
     * look-ups see in between.
     */
    @Override
    public void learn(ElementBytes element) {
        LocalBits next = beingRead;
        LocalBits current = view.bits;
        if (next != null) {
            next.set(element, new long[next.mostHashes()]);
        }
        if (current != null && current != next) {
            current.set(element, new long[current.mostHashes()]);
        }
    }

    @Override
    public Step<Void> refresh() {
        if (isClosed) {
            throw closed();
        }
        return new MirrorRefresh(this).start().then(done -> succeeded()).translateFailure(this::failed);
    }

    private Step<Void> succeeded() {
        failure = null;
        return Step.done();
    }

    private BloomFilterException failed(BloomFilterException reason) {
        failure = reason;
        if (!(reason instanceof BackendException)) {
            // Nothing that was read may answer any more, nor save the next refresh a reading.
            forget();
            show(View.refusing(reason));
        }
        return reason;
    }

    /** Returns the filter as refreshes have opened it; null if none has, or if it is to be opened anew. */
    @Nullable
    OpenFilter filter() {
        return filter;
    }

    void opened(OpenFilter found) {
        filter = found;
    }

    /**
     * Returns what has been read of a generation, which is to be read now.
     *
     * @throws UnsupportedFilterException if it takes more memory than the options allow
     * @throws IllegalStateException if the mirror was closed meanwhile
     */
    MirroredGeneration reading(Generation generation) {
        long bytes = generation.description().layers().stream()
                .mapToLong(Mirror::bytes)
                .sum();
        if (bytes > options.memoryLimit()) {
            throw new UnsupportedFilterException("the filter '" + name + "' has " + bytes
                    + " bytes of bits, and its mirror may take only " + options.memoryLimit()
                    + ": raise its memory limit, or ask the filter itself");
        }
        MirroredGeneration known = read;
        MirroredGeneration next = known != null && known.isOf(generation)
                ? known.grownTo(generation)
                : MirroredGeneration.unread(generation, environment.ids());
        read = next;
        beingRead = next.bits();
        if (isClosed) {
            forget();
            throw closed();
        }
        return next;
    }

    private static long bytes(Geometry layer) {
        return Math.max(LocalBits.bytes(layer), LEAST_BYTES_OF_A_PARTITION * layer.partitions());
    }

    private void forget() {
        filter = null;
        read = null;
        beingRead = null;
    }

    /**
     * Shows look-ups what has been read, if nothing is missing. Until then, they see the bits of an earlier state,
     * which are as old as they are.
     */
    void publish(MirroredGeneration generation) {
        ServerTime oldest = generation.oldest();
        if (oldest != null) {
            show(new View(generation.bits(), generation.description(), oldest, null));
            beingRead = null;
        } else if (view.bits == null) {
            show(View.refusing(new StaleMirrorException(name, incomplete(), null)));
        }
    }

    private synchronized void show(View next) {
        if (!isClosed) {
            view = next;
        }
    }

    @Override
    public void close() {
        copies.remove(this);
        synchronized (this) {
            isClosed = true;
            view = View.refusing(closed());
        }
        forget();
    }

    /** Returns the name and the options, for logs. */
    @Override
    public String toString() {
        return "FilterMirror[name=" + name + ", " + options + "]";
    }

    /** The bytes that refreshes may read, which are saved up for one interval. */
    static final class Allowance {
        /** Stands for no limit: a number to which as much can be added. */
        private static final double MOST = Long.MAX_VALUE / 4;

        private final long perSecond;
        private final long intervalNanos;
        private final long most;
        private long left;
        private long nanos;

        private Allowance(MirrorOptions options, long now) {
            this.perSecond = options.bytesPerSecond().orElse(Long.MAX_VALUE);
            Duration interval = options.interval();
            this.intervalNanos = interval.toNanos();
            this.most = during(intervalNanos);
            this.left = most;
            this.nanos = now;
        }

        /** Returns the bytes that may be read from now on; not positive if none may. */
        long at(long now) {
            left = Math.min(most, left + during(Math.min(intervalNanos, now - nanos)));
            nanos = now;
            return left;
        }

        void spend(long bytes) {
            left -= bytes;
        }

        private long during(long time) {
            double bytes = perSecond == Long.MAX_VALUE ? perSecond : Math.ceil(time / 1e9 * perSecond);
            return (long) Math.min(bytes, MOST);
        }
    }
}
