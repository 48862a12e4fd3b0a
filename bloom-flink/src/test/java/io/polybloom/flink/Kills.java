package io.polybloom.flink;

import java.util.List;
import java.util.Random;

/**
 * Makes a job fail at seeded places, one after the other: the n-th time that it gets there since the last failure. Or
 * halts the process at one place.
 */
final class Kills {

    static final List<String> PLACES = List.of(
            "read",
            "before mightContainAll",
            "after mightContainAll",
            "before emit",
            "after emit",
            "before snapshot",
            "after snapshot",
            "before commit",
            "after commit",
            "before addAll",
            "within addAll",
            "after addAll");

    /** The places that are reached for each element. */
    private static final List<String> FREQUENT = List.of("read", "before emit", "after emit");

    private static Random random = new Random(0);
    private static int left;
    private static int made;
    private static String place = "";
    private static int times;
    private static boolean halts;

    private Kills() {}

    /** Sets how many failures are to come. */
    static synchronized void plan(long seed, int kills) {
        random = new Random(seed);
        left = kills;
        made = 0;
        next();
    }

    /** The status of a process that was halted. */
    static final int HALTED = 137;

    /** Ends this process, as a power cut does, when it gets to a place for the n-th time. */
    static synchronized void haltAt(String where, int nth) {
        place = where;
        times = nth;
        halts = true;
    }

    private static void next() {
        place = left == 0 ? "" : PLACES.get((left + random.nextInt(2)) % PLACES.size());
        times = 1 + random.nextInt(FREQUENT.contains(place) ? 20 : 3);
    }

    static synchronized int made() {
        return made;
    }

    /** Fails if it is time to. */
    static synchronized void reach(String reached) {
        if (reached.equals(place) && --times == 0) {
            if (halts) {
                Runtime.getRuntime().halt(HALTED);
            }
            left--;
            made++;
            String failed = place;
            next();
            throw new IllegalStateException("killed: " + failed);
        }
    }
}
