package io.polybloom.cli.option;

import io.polybloom.FilterSpec;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.server.Primaries;
import io.polybloom.cli.server.ServerMemory;
import io.polybloom.cli.server.Session;
import io.polybloom.layout.Geometry;
import java.util.List;

/** The memory that a new filter needs, compared with the free memory of the servers. */
final class Room {

    private Room() {}

    /**
     * Refuses a filter that cannot fit. A server that has no limit, or does not report it, is taken to have room.
     *
     * @throws CommandFailure if a server has too little memory left
     */
    static void require(FilterSpec spec, Session session) {
        if (session.isEmbedded()) {
            return;
        }
        List<ServerMemory> memories;
        try (Primaries primaries = session.primaries()) {
            memories = primaries.memory();
        }
        if (memories.stream().noneMatch(ServerMemory::isLimited)) {
            return;
        }
        if (session.isCluster()) {
            requireInCluster(spec, memories);
        } else {
            requireOnEach(spec, memories);
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
                throw refusal(spec, needed, "the server " + memory.address() + " has", memory.used(), memory.limit());
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
        for (ServerMemory memory : memories) {
            if (!memory.isLimited()) {
                return;
            }
            used += memory.used();
            limit += memory.limit();
            room += memory.room();
        }
        if (needed > room) {
            throw refusal(spec, needed, "the cluster has", used, limit);
        }
    }

    /** A filter that forgets has its slices at the same time, and the next one. */
    private static long bytes(FilterSpec spec, Geometry geometry, long partitions) {
        int slices = spec.window().map(window -> window.slices() + 1).orElse(1);
        return slices * partitions * (geometry.partitionBits() / 8 + 1);
    }

    private static CommandFailure refusal(FilterSpec spec, long needed, String where, long used, long limit) {
        return new CommandFailure(
                "the filter '" + spec.name() + "' needs " + Figures.memory(needed) + ", but " + where
                        + " a maxmemory of " + Figures.memory(limit) + ", of which " + Figures.memory(used)
                        + " are in use. Nothing was created: ask for a smaller capacity or a higher false-positive"
                        + " rate, or raise maxmemory",
                null);
    }
}
