package io.polybloom.memory.server;

import io.polybloom.spi.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commands on hashes; a hash without fields does not exist. */
final class HashCommands {

    private final Keyspace keys;

    HashCommands(Keyspace keys) {
        this.keys = keys;
    }

    Reply set(Words words) {
        words.requireAtLeast(4);
        words.require(words.count() % 2 == 0);
        Map<String, byte[]> hash = keys.hashToWrite(words.text(1));
        long created = 0;
        for (int i = 2; i < words.count(); i += 2) {
            created += hash.put(words.text(i), words.bytes(i + 1)) == null ? 1 : 0;
        }
        return Answer.integer(created);
    }

    Reply setIfAbsent(Words words) {
        words.requireCount(4);
        return Answer.flag(keys.hashToWrite(words.text(1)).putIfAbsent(words.text(2), words.bytes(3)) == null);
    }

    Reply remove(Words words) {
        words.requireAtLeast(3);
        if (keys.hash(words.text(1)).isEmpty()) {
            return Answer.ZERO;
        }
        Map<String, byte[]> hash = keys.hashToWrite(words.text(1));
        long removed = 0;
        for (int i = 2; i < words.count(); i++) {
            removed += hash.remove(words.text(i)) == null ? 0 : 1;
        }
        if (hash.isEmpty()) {
            keys.remove(words.text(1));
        }
        return Answer.integer(removed);
    }

    Reply get(Words words) {
        words.requireCount(3);
        byte[] value = keys.hash(words.text(1)).get(words.text(2));
        return value == null ? Answer.NIL : new Reply.Bytes(value);
    }

    Reply exists(Words words) {
        words.requireCount(3);
        return Answer.flag(keys.hash(words.text(1)).containsKey(words.text(2)));
    }

    Reply all(Words words) {
        words.requireCount(2);
        List<Reply> flat = new ArrayList<>();
        keys.hash(words.text(1)).forEach((field, value) -> {
            flat.add(Answer.text(field));
            flat.add(new Reply.Bytes(value));
        });
        return new Reply.Many(flat);
    }

    Reply length(Words words) {
        words.requireCount(2);
        return Answer.integer(keys.hash(words.text(1)).size());
    }
}
