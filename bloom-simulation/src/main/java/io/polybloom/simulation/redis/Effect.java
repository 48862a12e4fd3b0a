package io.polybloom.simulation.redis;

import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Locale;

/** Whether a command is replicated although it has changed nothing. */
final class Effect {

    private Effect() {}

    /** Returns whether a command counts as a write, given its reply, whether or not a key has changed. */
    static boolean isEffective(List<byte[]> words, Reply reply, ServerVersion version) {
        return switch (CommandTraits.name(words)) {
            case "SET" -> !(reply instanceof Reply.Nil) && !(reply instanceof Reply.Failure) && !has(words, "NX");
            case "HSET", "PFMERGE" -> !(reply instanceof Reply.Failure);
            case "SETRANGE" -> words.size() == 4 && words.get(3).length > 0 && isPositive(reply);
            case "BITOP", "COPY", "PERSIST", "PEXPIRE", "PEXPIREAT" -> isPositive(reply);
            case "SETBIT" -> version.replicatesUnchangedBits() && !(reply instanceof Reply.Failure);
            case "BITFIELD" -> version.replicatesUnchangedBits() && writesABit(words, reply);
            default -> false;
        };
    }

    private static boolean isPositive(Reply reply) {
        return reply instanceof Reply.Int number && number.value() > 0;
    }

    private static boolean writesABit(List<byte[]> words, Reply reply) {
        if (reply instanceof Reply.Failure) {
            return false;
        }
        return has(words, "SET") || has(words, "INCRBY");
    }

    private static boolean has(List<byte[]> words, String option) {
        return words.subList(2, words.size()).stream()
                .map(word -> CommandTraits.text(word).toUpperCase(Locale.ROOT))
                .anyMatch(option::equals);
    }
}
