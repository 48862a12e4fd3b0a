package io.polybloom;

import io.polybloom.listener.ByteProgress;
import java.util.Objects;

/**
 * Copies a filter exactly, under another name or to other servers, in pieces of at most 1 MiB. The source does not
 * change and can be used meanwhile. Every partition is read twice, and the copy fails if the two readings differ, or if
 * the filter is cleared or grows. An element that is added after the second reading may be missing in the copy. If
 * elements can be removed from the filter, remove none meanwhile: counters may have changed, and changed back, between
 * two readings that are equal.
 *
 * <p>The copy does not exist until it has been verified. A copy that has failed can be repeated from the beginning,
 * with two exceptions. In a layout of another system with several keys, a copy that failed while its keys were being
 * renamed must be deleted first. A native copy that failed while its keys were being made permanent exists already:
 * delete it first, or open it within the next half hour and call {@link BloomFilter#persist}, which makes all keys
 * permanent.
 *
 * <p>Source and target are reached through one {@link BloomFilters}: to copy to other servers, create it over the
 * servers of the source followed by those of the target.
 *
 * <pre>{@code
 * FilterCopy copy = FilterCopy.of(FilterSpec.existing("clicks").build()).toServersFrom(1);
 * FilterCopy.Report report = JedisBloom.on(List.of(from, to)).run(copy);
 * }</pre>
 */
public final class FilterCopy implements FilterTask<FilterCopy.Report> {

    /**
     * The result of a copy.
     *
     * @param description the parameters of the copy
     * @param keys the number of Redis strings that were copied
     * @param bytes their total length
     * @param sha256 the SHA-256 of their bytes, one string after the other, as 64 hexadecimal digits; it was computed
     *     for the source and for the copy, and both were equal
     */
    public record Report(FilterDescription description, int keys, long bytes, String sha256) {}

    private final FilterSpec source;
    private final String target;
    private final int firstTargetServer;
    private final ByteProgress progress;

    private FilterCopy(FilterSpec source, String target, int firstTargetServer, ByteProgress progress) {
        this.source = source;
        this.target = target;
        this.firstTargetServer = firstTargetServer;
        this.progress = progress;
    }

    /**
     * Returns the task that copies a filter; by default the copy has the same name and is on the same servers.
     *
     * @param source the filter to copy: an {@linkplain FilterSpec#existing existing} one, or a specification with the
     *     parameters if its layout stores none
     */
    public static FilterCopy of(FilterSpec source) {
        return new FilterCopy(source, source.name(), 0, (done, total) -> {});
    }

    /** Returns the same copy under another name. */
    public FilterCopy named(String name) {
        return new FilterCopy(source, Objects.requireNonNull(name, "name"), firstTargetServer, progress);
    }

    /**
     * Returns this copy with the servers from the given index on as its target; the servers before that index hold the
     * source.
     */
    public FilterCopy toServersFrom(int index) {
        return new FilterCopy(source, target, index, progress);
    }

    /** Returns the same copy with a progress listener. */
    public FilterCopy reportingTo(ByteProgress listener) {
        return new FilterCopy(source, target, firstTargetServer, Objects.requireNonNull(listener, "listener"));
    }

    /** Returns the specification of the filter to copy. */
    public FilterSpec source() {
        return source;
    }

    /** Returns the name of the copy. */
    public String target() {
        return target;
    }

    /** Returns the index of the first server of the copy; 0 if it is on the servers of the source. */
    public int firstTargetServer() {
        return firstTargetServer;
    }

    /** Returns the progress listener of the copy. */
    public ByteProgress progress() {
        return progress;
    }
}
