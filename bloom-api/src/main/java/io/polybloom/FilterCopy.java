package io.polybloom;

import io.polybloom.internal.CopySource;
import io.polybloom.internal.Copying;
import io.polybloom.spi.Environment;
import io.polybloom.spi.FilterTask;
import io.polybloom.spi.Step;
import java.util.Objects;

/**
 * Copies a filter, exactly, under another name or to other servers, in pieces of at most 1 MiB. The source stays as it is and can be
 * used meanwhile; what is added to it while the copy runs may be missed, and then the copy fails when it is verified at the end.
 * The copy exists from that moment on and not before. A copy that has failed can be repeated; it begins anew. Only one that keeps its bits in several keys
 * of another system, and broke off while these were given their names, must be deleted first.
 *
 * <p>Source and target are reached through one connection: to copy to other servers, open it over the source's servers followed by
 * the target's.
 *
 * <pre>{@code
 * CopyReport report = JedisBloom.on(List.of(from, to)).run(FilterCopy.of(FilterSpec.existing("clicks").build()).toServersFrom(1));
 * }</pre>
 */
public final class FilterCopy implements FilterTask<CopyReport> {

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
     * A copy of that filter.
     *
     * @param source what to copy: an {@linkplain FilterSpec#existing existing} filter, or one with its parameters if its layout
     *     stores none
     */
    public static FilterCopy of(FilterSpec source) {
        return new FilterCopy(source, source.name(), 0, (done, total) -> {});
    }

    /** The same copy under another name. */
    public FilterCopy named(String name) {
        return new FilterCopy(source, Objects.requireNonNull(name, "name"), firstTargetServer, progress);
    }

    /** The same copy to the servers of the connection from this index on; those before it hold the source. */
    public FilterCopy toServersFrom(int index) {
        return new FilterCopy(source, target, index, progress);
    }

    /** The same copy with somebody who wants to know how far it is. */
    public FilterCopy reportingTo(ByteProgress listener) {
        return new FilterCopy(source, target, firstTargetServer, Objects.requireNonNull(listener, "listener"));
    }

    /**
     * The steps of the copy. They fail with {@link SpecMismatchException} if the target exists, and with
     * {@link LostDataException} if the source has changed meanwhile.
     */
    @Override
    public Step<CopyReport> start(Environment environment) {
        int servers = environment.servers();
        boolean isElsewhere = firstTargetServer > 0;
        if (firstTargetServer < 0 || isElsewhere && servers != 2 * firstTargetServer) {
            throw new IllegalArgumentException("a copy to servers from index " + firstTargetServer
                    + " on needs as many servers for the target as for the source; the connection has " + servers);
        }
        if (!isElsewhere && target.equals(source.name())) {
            throw new IllegalArgumentException(
                    "a filter cannot be copied to itself: choose another name or other servers");
        }
        int sourceServers = isElsewhere ? firstTargetServer : servers;
        return CopySource.open(source, environment.withServers(sourceServers))
                .then(opened -> new Copying(opened, target, firstTargetServer, progress).start());
    }
}
