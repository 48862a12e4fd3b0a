package io.polybloom.simulation.world;

import io.polybloom.spi.Command;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The events of a run, one line per event, with short names for generations. */
public final class Journal {

    private static final Pattern ID = Pattern.compile("0{6}([0-9a-f]{2})0{6}([0-9a-f]{2})");
    private static final int MOST_ARGUMENTS = 16;

    private final List<String> lines = new ArrayList<>();
    private final boolean isKept;

    Journal(boolean isKept) {
        this.isKept = isKept;
    }

    boolean isKept() {
        return isKept;
    }

    /** Adds a line that is made of a format and its arguments. */
    void add(String format, Object... arguments) {
        if (isKept) {
            lines.add(ID.matcher(format.formatted(arguments)).replaceAll("g$1-$2"));
        }
    }

    /** A command, or the commands of a group. */
    static String text(List<Command> commands) {
        List<String> texts = commands.stream().map(Journal::text).toList();
        return commands.size() == 1 ? texts.get(0) : "as one: " + String.join("; ", texts);
    }

    private static String text(Command command) {
        StringBuilder text = new StringBuilder(command.verb().wireName().toLowerCase(Locale.ROOT));
        int words = 0;
        for (byte[] word : command.words()) {
            if (words++ == MOST_ARGUMENTS) {
                return text.append(" ...").toString();
            }
            text.append(' ').append(text(word));
        }
        return text.toString();
    }

    private static String text(byte[] word) {
        for (byte each : word) {
            if (each < ' ') {
                return "<" + word.length + " bytes>";
            }
        }
        return new String(word, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
