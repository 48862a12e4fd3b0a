package io.polybloom.tck.server;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lines of {@code redis.conf} that the user of a server has chosen. */
record RedisSettings(List<String> lines) {

    private static final Set<String> NOT_TO_CHOOSE = Set.of("bind", "port", "dir", "daemonize", "logfile");

    RedisSettings {
        lines = List.copyOf(lines);
        for (String line : lines) {
            if (NOT_TO_CHOOSE.contains(words(line)[0])) {
                throw new IllegalArgumentException("not a setting to choose: " + line);
            }
        }
    }

    /** Returns the value of {@code requirepass}, or null. */
    @Nullable
    String password() {
        for (String line : lines) {
            String[] words = words(line);
            if (words[0].equals("requirepass") && words.length == 2) {
                return words[1].replaceAll("^\"(.*)\"$", "$1");
            }
        }
        return null;
    }

    private static String[] words(String line) {
        return line.strip().split("\\s+", 2);
    }
}
