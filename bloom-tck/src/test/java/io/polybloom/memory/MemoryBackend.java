package io.polybloom.memory;

import io.polybloom.BloomFilters;
import io.polybloom.step.WholePartitions;
import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.NonBlockingFilters;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.backend.Way;
import io.polybloom.tck.server.StandaloneServer;
import io.polybloom.tck.server.StoreDoor;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Filters in memory for the kit, which sees their keys through a door. */
final class MemoryBackend implements Backend {

    private static final String NO_SERVER = "the filters lie in the memory of the JVM";

    private final Way way;
    private final InMemoryBloom bloom;
    private final StoreDoor door;

    MemoryBackend(Way way) {
        WholePartitions forced = way.forced();
        this.way = way;
        this.bloom = forced == null ? InMemoryBloom.create() : InMemoryBloom.create(forced);
        this.door = new StoreDoor(bloom.store());
    }

    private record MemoryConnection(InMemoryBloom bloom) implements Connection {
        @Override
        public BloomFilters filters() {
            return bloom;
        }

        @Override
        public NonBlockingFilters nonBlocking() {
            return NonBlockingFilters.of(bloom.async());
        }

        @Override
        public void close() {
            // There is no connection: the contents of the filters stay in the store.
        }
    }

    @Override
    public String name() {
        return way.nameOf("memory");
    }

    @Override
    public Map<Capability, String> missing() {
        return way.missing(Map.of(
                Capability.SERVER,
                NO_SERVER,
                Capability.CLUSTER,
                NO_SERVER,
                Capability.INDEPENDENT_SERVERS,
                NO_SERVER,
                Capability.LATE_CONNECTION,
                NO_SERVER,
                Capability.CALLER_CONTEXT,
                "handlers run in the thread of their caller, whatever it is"));
    }

    @Override
    public Optional<StandaloneServer> store() {
        return Optional.of(door);
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        if (!target.equals(Target.standalone(door.uri()))) {
            throw new UnsupportedOperationException(NO_SERVER + ", not at " + target);
        }
        return new MemoryConnection(bloom);
    }
}
