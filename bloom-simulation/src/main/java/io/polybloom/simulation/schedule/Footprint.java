package io.polybloom.simulation.schedule;

/**
 * The resources that an event reads and writes, as sets of numbers. Events whose footprints do not meet can change
 * places.
 *
 * @param reads a bit for each resource that it reads
 * @param writes a bit for each resource that it writes
 */
public record Footprint(long reads, long writes) {

    /** Touches nothing that others touch. */
    public static final Footprint NONE = new Footprint(0, 0);

    /** Touches everything. */
    public static final Footprint ALL = new Footprint(-1, -1);

    /** Returns whether the order of the two makes a difference. */
    public boolean meets(Footprint other) {
        return (writes & (other.reads | other.writes)) != 0 || (other.writes & reads) != 0;
    }

    /** Returns a footprint of both. */
    public Footprint and(Footprint other) {
        return new Footprint(reads | other.reads, writes | other.writes);
    }
}
