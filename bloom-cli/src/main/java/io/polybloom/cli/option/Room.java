package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.FilterWindow;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.server.Primaries;
import io.polybloom.cli.server.ServerMemory;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Geometry;
import java.util.List;

/** The memory that a new filter needs, compared with the free memory of the servers and of this process. */
final class Room {

    /** The keys of a partition and what belongs to them: 200 bytes, as a histogram of the heap shows. */
    private static final long HEAP_OF_A_PARTITION = 200;

    /** A server takes seconds to make so much, and a wrong number of zeros is found out too late. */
    private static final long LARGE = 1L << 30;

    private Room() {}

    /**
     * Warns of a large filter, and refuses one that cannot fit: into the maxmemory of a server or, if it has none, into
     * the memory of its host. A server that reports neither is taken to have room.
     *
     * @throws CommandFailure if a server, or this process, has too little memory left
     */
    static void require(FilterSpec spec, Session session) {
        List<ServerMemory> memories;
        try (Primaries primaries = session.primaries()) {
            memories = primaries.memory();
        }
        if (session.isCluster()) {
            requireInCluster(spec, memories);
        } else if (!memories.isEmpty()) {
            requireOnEach(spec, memories);
        }
        requireHeap(spec);
        Geometry geometry = spec.geometry(session.servers());
        long needed = bytes(spec, geometry, geometry.partitions());
        if (needed >= LARGE) {
            session.warn("the filter '" + spec.name() + "' is created now and takes " + Figures.memory(needed)
                    + " of the memory of its servers");
        }
    }

    /** Half of the heap is for everything else; to run out of memory would leave a filter that is not complete. */
    private static void requireHeap(FilterSpec spec) {
        long partitions = spec.geometry(1).partitions();
        if (partitions > Runtime.getRuntime().maxMemory() / 2 / HEAP_OF_A_PARTITION) {
            throw new CommandFailure(
                    "the filter '" + spec.name() + "' has " + Figures.count(partitions)
                            + " partitions, which take about "
                            + Figures.memory(partitions * HEAP_OF_A_PARTITION)
                            + " of the heap of this command. Nothing was created: ask for fewer partitions, or give the"
                            + " JVM a larger heap, for example with BLOOM_JAVA_OPTS=-Xmx1g",
                    null);
        }
    }

    /** Partition i is on server i modulo the number of servers. */
    private static void requireOnEach(FilterSpec spec, List<ServerMemory> memories) {
        int servers = memories.size();
        Geometry geometry = spec.geometry(servers);
        for (int i = 0; i < servers; i++) {
            long partitions = (geometry.partitions() + servers - 1 - i) / servers;
            long needed = bytes(spec, geometry, partitions);
            ServerMemory memory = memories.get(i);
            if (needed > memory.room()) {
                String where = "the server " + memory.address();
                throw refusal(spec, needed, where, memory.used(), memory.limit(), memory.maxmemory() == 0);
            }
        }
    }

    /** The keys are spread evenly, but not exactly, so a filter is refused only if it cannot fit in any case. */
    private static void requireInCluster(FilterSpec spec, List<ServerMemory> memories) {
        Geometry geometry = spec.geometry(1);
        long needed = bytes(spec, geometry, geometry.partitions());
        long used = 0;
        long limit = 0;
        long room = 0;
        boolean isHosts = false;
        for (ServerMemory memory : memories) {
            if (memory.limit() == 0) {
                return;
            }
            isHosts |= memory.maxmemory() == 0;
            used += memory.used();
            limit += memory.limit();
            room += memory.room();
        }
        if (needed > room) {
            throw refusal(spec, needed, "the cluster", used, limit, isHosts);
        }
    }

    /** A filter that forgets has a bit for each of its slices, and one for the present slice. */
    private static long bytes(FilterSpec spec, Geometry geometry, long partitions) {
        int columns = spec.window().map(FilterWindow::columns).orElse(1);
        return partitions * (columns * geometry.partitionBits() / 8 + 1);
    }

    private static CommandFailure refusal(
            FilterSpec spec, long needed, String where, long used, long limit, boolean isHost) {
        return new CommandFailure(
                "the filter '" + spec.name() + "' needs " + Figures.memory(needed) + ", but " + where + " has "
                        + (isHost ? "no maxmemory, and runs on a host with " : "a maxmemory of ")
                        + Figures.memory(limit) + ", of which "
                        + (isHost ? "it uses " + Figures.memory(used) : Figures.memory(used) + " are in use")
                        + ". Nothing was created: ask for a smaller capacity or a higher false-positive"
                        + " rate" + (isHost ? "" : ", or raise maxmemory"),
                null);
    }
}
