package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether a command is replicated although it has changed nothing. */
final class Effect {

    private Effect() {}

    /**
     * Returns whether a command counts as a write, whether or not a key has changed.
     *
     * @param before its keys before it
     */
    static boolean isEffective(List<byte[]> words, Keyspace before, Reply reply, ServerVersion version) {
        return switch (CommandTraits.name(words)) {
            case "SET" -> !(reply instanceof Reply.Nil) && !(reply instanceof Reply.Failure) && !has(words, "NX");
            case "HSET", "PFMERGE" -> !(reply instanceof Reply.Failure);
            case "SETRANGE" -> words.size() == 4 && words.get(3).length > 0 && isPositive(reply);
            case "BITOP", "COPY", "PERSIST", "PEXPIRE", "PEXPIREAT" -> isPositive(reply);
            case "SETBIT" -> version.replicatesUnchangedBits() && !(reply instanceof Reply.Failure);
            case "BITFIELD" ->
                !(reply instanceof Reply.Failure)
                        && (version.replicatesUnchangedBits()
                                ? has(words, "SET") || has(words, "INCRBY")
                                : changesOnTheWay(words, before));
            default -> false;
        };
    }

    private static boolean isPositive(Reply reply) {
        return reply instanceof Reply.Int number && number.value() > 0;
    }

    /** Returns whether a part of BITFIELD changes a bit that a later part may change back. */
    private static boolean changesOnTheWay(List<byte[]> words, Keyspace before) {
        if (!has(words, "INCRBY") && !has(words, "SET")) {
            return false;
        }
        MemoryServer scratch = new MemoryServer(before);
        List<String> key = CommandTraits.keys(words);
        int at = 2;
        List<byte[]> part = new ArrayList<>(words.subList(0, 2));
        while (at < words.size()) {
            String name = CommandTraits.text(words.get(at)).toUpperCase(Locale.ROOT);
            int length = name.equals("OVERFLOW") ? 2 : name.equals("GET") ? 3 : 4;
            part.addAll(words.subList(at, at + length));
            at += length;
            if (length == 4) {
                Keyspace old = before.copyOf(key);
                scratch.execute(part);
                if (!old.differencesFrom(before.copyOf(key)).isEmpty()) {
                    return true;
                }
            }
            if (length > 2) {
                part = new ArrayList<>(words.subList(0, 2));
            }
        }
        return false;
    }

    private static boolean has(List<byte[]> words, String option) {
        return words.subList(2, words.size()).stream()
                .map(word -> CommandTraits.text(word).toUpperCase(Locale.ROOT))
                .anyMatch(option::equals);
    }
}
