package io.polybloom.internal.seam;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** The answers of the rooms to the questions of the core. Thread-safe. */
public final class Seams {

    private static final Optional<List<Object>> ROOMS = ServiceLoader.load(
                    RoomTable.class, RoomTable.class.getClassLoader())
            .findFirst()
            .map(RoomTable::rooms);

    private Seams() {}

    /**
     * Returns all rooms. An engine asks for them when it is made, so that it fails at once if they are missing.
     *
     * @throws IllegalStateException if there is no table
     */
    public static List<Object> rooms() {
        return ROOMS.orElseThrow(() -> new IllegalStateException("there is no " + RoomTable.class.getName()
                + " on the class path: keep META-INF/services of bloom-engine where jars are merged"));
    }

    /** Returns the rooms that know a seam, in the order of the table. Keep the list, to spare the search. */
    public static <S> List<S> of(Class<S> seam) {
        return rooms().stream().filter(seam::isInstance).map(seam::cast).toList();
    }

    /**
     * Returns the room that knows a seam which exactly one room knows.
     *
     * @throws IllegalStateException if this build of the engine lacks it, or has several
     */
    public static <S> S only(Class<S> seam) {
        List<S> rooms = of(seam);
        if (rooms.size() != 1) {
            throw new IllegalStateException("this build of the engine has " + rooms.size() + " of " + seam.getName());
        }
        return rooms.get(0);
    }

    /** Returns the first answer that one of the rooms gives, in the order of the table. */
    public static <S, R> Optional<R> first(List<S> rooms, Function<S, Optional<R>> question) {
        for (S room : rooms) {
            Optional<R> answer = question.apply(room);
            if (answer.isPresent()) {
                return answer;
            }
        }
        return Optional.empty();
    }
}
