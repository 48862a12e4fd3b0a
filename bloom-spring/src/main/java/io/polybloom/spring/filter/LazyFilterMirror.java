package io.polybloom.spring.filter;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilterException;
import io.polybloom.BloomFilters;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.StaleMirrorException;
import io.polybloom.spring.client.ClientFilters;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The mirror of a {@link LazyBloomFilter}, on the same client: so what the filter adds is in the mirror at once. It is
 * opened by its first call, which also opens the filter and reads all bits. It is opened anew after the filter was
 * opened again, and when it refuses to answer after the application's client was replaced. So every call may throw the
 * exceptions of {@link BloomFilters#open} and {@link BloomFilters#mirror}.
 *
 * @param <T> the type of the elements
 */
public final class LazyFilterMirror<T> implements FilterMirror<T> {

    private record Opened<T>(BloomFilters client, FilterMirror<T> mirror) {}

    private final LazyBloomFilter<T> filter;
    private final Funnel<? super T> funnel;
    private final BloomFilters filters;
    private final MirrorOptions options;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Opened<T> current;
    private boolean isClosed;

    LazyFilterMirror(LazyBloomFilter<T> filter, Funnel<? super T> funnel, BloomFilters filters, MirrorOptions options) {
        this.filter = filter;
        this.funnel = funnel;
        this.filters = filters;
        this.options = options;
    }

    /** Returns the mirror if it is open. Sends nothing. */
    public Optional<FilterMirror<T>> ifOpen() {
        return Optional.ofNullable(current).map(Opened::mirror);
    }

    /** Returns why the mirror, if it is open, refuses to answer; empty if it answers. Sends nothing. */
    public Optional<RuntimeException> refusal() {
        try {
            // To look up nothing fails as any look-up does.
            ifOpen().ifPresent(open -> open.mightContainAll(List.of()));
            return Optional.empty();
        } catch (FilterGoneException gone) {
            return Optional.of(filter.explained(gone));
        } catch (BloomFilterException | IllegalStateException refusal) {
            return Optional.of(refusal);
        }
    }

    /** Opens the filter and the mirror, if they are not open. */
    public void open() {
        opened();
    }

    private Opened<T> opened() {
        Opened<T> now = current;
        return now == null ? openNow() : now;
    }

    private Opened<T> openNow() {
        // This creates it if it is used for the first time, and closes the mirror of its earlier life.
        filter.open();
        lock.lock();
        try {
            if (isClosed) {
                throw new IllegalStateException(
                        "the mirror of the filter '" + filter.spec().name() + "' is closed");
            }
            Opened<T> now = current;
            if (now == null) {
                BloomFilters client = ClientFilters.current(filters);
                now = new Opened<>(client, client.mirror(filter.spec().name(), funnel, options));
                current = now;
            }
            return now;
        } catch (FilterGoneException gone) {
            throw filter.explained(gone);
        } finally {
            lock.unlock();
        }
    }

    /** Lets the next call open the mirror on the client that the application has then. */
    void reopenLater() {
        lock.lock();
        try {
            ifOpen().ifPresent(FilterMirror::close);
            current = null;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            isClosed = true;
            reopenLater();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns if a call that was refused is to be made again: the mirror was replaced meanwhile, or the client was.
     *
     * @throws RuntimeException the refusal, otherwise
     */
    private void requireReplaced(Opened<T> used, RuntimeException refusal) {
        if (refusal instanceof StaleMirrorException && used.client != ClientFilters.current(filters)) {
            reopenLater();
        }
        if (current == used) {
            throw refusal;
        }
    }

    @Override
    public boolean mightContain(T element) {
        while (true) {
            Opened<T> used = opened();
            try {
                return used.mirror.mightContain(element);
            } catch (StaleMirrorException | IllegalStateException refusal) {
                requireReplaced(used, refusal);
            } catch (FilterGoneException gone) {
                throw filter.explained(gone);
            }
        }
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return call(mirror -> mirror.mightContainAll(elements));
    }

    @Override
    public FilterDescription description() {
        return call(FilterMirror::description);
    }

    @Override
    public Instant asOf() {
        return call(FilterMirror::asOf);
    }

    @Override
    public void refresh() {
        call(mirror -> {
            mirror.refresh();
            return true;
        });
    }

    private <R> R call(Function<FilterMirror<T>, R> call) {
        while (true) {
            Opened<T> used = opened();
            try {
                return call.apply(used.mirror);
            } catch (StaleMirrorException | IllegalStateException refusal) {
                requireReplaced(used, refusal);
            } catch (FilterGoneException gone) {
                throw filter.explained(gone);
            }
        }
    }

    /** Returns what the mirror has read since it was last opened. */
    @Override
    public long bytesRead() {
        return ifOpen().map(FilterMirror::bytesRead).orElse(0L);
    }

    /** Returns the name and whether the mirror is open. Sends nothing. */
    @Override
    public String toString() {
        return ifOpen().map(Object::toString)
                .orElse("FilterMirror[name=" + filter.spec().name() + ", not open]");
    }
}
