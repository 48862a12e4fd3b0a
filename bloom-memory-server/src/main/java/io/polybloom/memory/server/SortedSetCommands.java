package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The commands on sorted sets whose members all have the score 0; a set without members does not exist. */
final class SortedSetCommands {

    private static final String NOT_A_FLOAT = "ERR value is not a valid float";
    private static final String NO_RANGE = "ERR min or max not valid string range item";

    /** Returns the text that immediately follows another one. */
    private static final char LEAST = 0;

    private final Keyspace keys;

    SortedSetCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply add(Words words) {
        words.requireAtLeast(4);
        if (words.count() % 2 != 0) {
            throw new ServerError(ServerError.SYNTAX);
        }
        for (int i = 2; i < words.count(); i += 2) {
            if (!words.text(i).equals("0")) {
                throw new ServerError(NOT_A_FLOAT);
            }
        }
        NavigableSet<String> members = keys.membersToWrite(words.text(1));
        long added = 0;
        for (int i = 3; i < words.count(); i += 2) {
            added += members.add(words.text(i)) ? 1 : 0;
        }
        return Answer.integer(added);
    }

    Reply remove(Words words) {
        words.requireAtLeast(3);
        NavigableSet<String> members = keys.members(words.text(1));
        long removed = 0;
        for (int i = 2; i < words.count(); i++) {
            removed += !members.isEmpty() && members.remove(words.text(i)) ? 1 : 0;
        }
        return removed(words, members, removed);
    }

    Reply range(Words words) {
        List<Reply> found =
                List.copyOf(between(words)).stream().map(Answer::text).toList();
        return new Reply.Many(found);
    }

    Reply count(Words words) {
        return Answer.integer(between(words).size());
    }

    Reply removeRange(Words words) {
        List<String> found = List.copyOf(between(words));
        NavigableSet<String> members = keys.members(words.text(1));
        found.forEach(members::remove);
        return removed(words, members, found.size());
    }

    private Reply removed(Words words, NavigableSet<String> members, long count) {
        if (count > 0 && members.isEmpty()) {
            keys.remove(words.text(1));
        }
        return Answer.integer(count);
    }

    private NavigableSet<String> between(Words words) {
        words.requireCount(4);
        for (int i = 2; i < 4; i++) {
            if (!words.text(i).matches("(?s)[-+]|[\\[(].*")) {
                throw new ServerError(NO_RANGE);
            }
        }
        NavigableSet<String> members = keys.members(words.text(1));
        String first = words.text(2);
        String last = words.text(3);
        if (members.isEmpty() || first.equals("+") || last.equals("-")) {
            return new TreeSet<>();
        }
        NavigableSet<String> from =
                first.equals("-") ? members : members.tailSet(first.substring(1), first.charAt(0) == '[');
        if (last.equals("+")) {
            return from;
        }
        String end = last.charAt(0) == '[' ? last.substring(1) + LEAST : last.substring(1);
        return first.equals("-") || first.substring(1).compareTo(end) < 0 ? from.headSet(end, false) : new TreeSet<>();
    }
}
