package io.polybloom.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds that nothing imports the room of a feature but the table of rooms, and the room's own tests: without its
 * package and its line in the table, the engine compiles.
 */
class RoomsTest {

    private static final String INTERNAL = "io.polybloom.internal.";
    private static final String TABLE = "bloom-engine/src/main/java/io/polybloom/internal/rooms/Rooms.java";

    /** A snapshot is read without a server, too, so the format of its file is not the room's alone. */
    private static final Set<String> READ_BY_OTHERS = Set.of("transfer");

    /** Returns the packages in the table. */
    static Set<String> rooms() throws IOException {
        Set<String> rooms = Pattern.compile("import " + Pattern.quote(INTERNAL) + "(\\w+)\\.\\w+Room;")
                .matcher(Files.readString(Path.of("..", TABLE)))
                .results()
                .map(found -> found.group(1))
                .filter(room -> !READ_BY_OTHERS.contains(room))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(
                rooms.containsAll(Set.of("window", "rebuild", "claims", "mirror", "server", "foreign")),
                rooms::toString);
        return rooms;
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void onlyTheTableAndItsOwnTestsImportARoom(String room) throws IOException {
        // A name that is written out needs no import.
        Pattern use = Pattern.compile("\\b" + Pattern.quote(INTERNAL + room) + "\\.");
        String path = "/" + (INTERNAL + room).replace('.', '/') + "/";
        Set<String> users = new TreeSet<>();
        for (Path file : sources()) {
            String name = Path.of("..").relativize(file).toString();
            if (!name.contains(path) && use.matcher(Files.readString(file)).find()) {
                users.add(name);
            }
        }
        assertEquals(Set.of(TABLE), users);
        String own = "../bloom-engine/src/%s/java" + path;
        assertTrue(Files.isDirectory(Path.of(own.formatted("main"))), room);
        assertTrue(Files.isDirectory(Path.of(own.formatted("test"))), "a room has tests of its own: " + room);
    }

    /** Returns all sources of all modules, tests included. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            List<Path> roots = modules.filter(module -> Files.exists(module.resolve("pom.xml")))
                    .map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .toList();
            assertTrue(roots.size() > 15, () -> "modules: " + roots);
            List<Path> all = new ArrayList<>();
            for (Path root : roots) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
                }
            }
            return all;
        }
    }
}
