package io.polybloom.internal.window;

import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import java.util.List;
import java.util.Optional;

/**
 * The slices of a filter that forgets, at one time of the server. Only the server's word ends a slice: as long as the
 * estimated time is in the slice in which the server was asked, these are all slices; then it is asked again.
 *
 * <p>The slices are made in order, and at most one ahead of its time. So the newest slice that was made gives a lower
 * bound for the time, even if the server's clock was set back.
 */
public final class RememberedSlices {

    /**
     * The part of a slice before its end in which the next one is made. A compromise: a larger part leaves more time to
     * make it, a smaller one takes the memory later.
     */
    private static final int PART_AHEAD = 8;

    private final Generation generation;
    private final FilterWindow window;
    private final ServerTime time;
    private final long current;

    /** Creates the view of a generation at a time. */
    public RememberedSlices(Generation generation, ServerTime time) {
        this.generation = generation;
        this.window = generation.window();
        this.time = time;
        long byClock = window.sliceAt(time.serverMillis());
        this.current = generation.layers().isEmpty() ? byClock : Math.max(byClock, generation.newestNumber() - 1);
    }

    /** Returns the number of the current slice. */
    public long current() {
        return current;
    }

    /**
     * Returns whether the server must be asked for its time again.
     *
     * @param localMillis the milliseconds that this machine has counted by now
     */
    public boolean isOver(long localMillis) {
        return window.sliceAt(time.at(localMillis)) > window.sliceAt(time.serverMillis());
    }

    /** Returns whether the elements of a slice are forgotten. */
    public boolean isPast(long slice) {
        return slice < current - window.slices();
    }

    /** Returns the slices that are asked, oldest first: those that are remembered and have begun. */
    public List<Layer> asked() {
        return remembered().stream().filter(layer -> !isAhead(layer)).toList();
    }

    /** Returns the slices that are not forgotten, oldest first, with the one that was made ahead of its time. */
    public List<Layer> remembered() {
        return generation.layers().stream()
                .filter(layer -> !isPast(layer.number()))
                .toList();
    }

    /** Returns the slices that are forgotten and were not removed yet, oldest first. */
    public List<Layer> past() {
        return generation.layers().stream()
                .filter(layer -> isPast(layer.number()))
                .toList();
    }

    /** Returns the remembered slices older than one of that number, oldest first. */
    public List<Layer> olderThan(long slice) {
        return remembered().stream().filter(layer -> layer.number() < slice).toList();
    }

    /** Returns the slices newer than one of that number, oldest first. */
    public List<Layer> newerThan(long slice) {
        return remembered().stream().filter(layer -> layer.number() > slice).toList();
    }

    /** Returns the slice that takes elements now; empty if it is to be made, by the number {@link #current}. */
    public Optional<Layer> target() {
        return newerThan(current - 1).stream().findFirst();
    }

    /**
     * Returns whether the next slice is about to begin, and has not been made.
     *
     * @param localMillis the milliseconds that this machine has counted by now
     */
    public boolean needsNext(long localMillis) {
        long left = window.begin(current + 1).toEpochMilli() - time.at(localMillis);
        return generation.newestNumber() == current && left <= window.sliceMillis() / PART_AHEAD;
    }

    /** The newest slice may have been made ahead of its time only if its predecessor exists. */
    private boolean isAhead(Layer layer) {
        return layer.number() == current + 1
                && generation.layers().stream().anyMatch(other -> other.number() == current);
    }
}
