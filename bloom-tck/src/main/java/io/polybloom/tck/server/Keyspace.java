package io.polybloom.tck.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lists and describes everything a server stores. */
final class Keyspace {

    private static final int LONGEST_SHOWN = 64;

    /** As long as a key stays that is removed where a partition is not alive. */
    private static final long REMAINING_MILLIS = 100;

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Keyspace() {}

    static List<String> keys(RespClient client, String pattern) {
        TreeSet<String> names = new TreeSet<>();
        for (byte[] key : scan(client, pattern)) {
            names.add(new String(key, UTF_8));
        }
        return List.copyOf(names);
    }

    static List<String> keysThatStay(RespClient client, String pattern) {
        Await.until(
                "no key is about to expire",
                DEADLINE,
                () -> keys(client, pattern).stream().noneMatch(key -> isAboutToExpire(client, key)));
        return keys(client, pattern);
    }

    private static boolean isAboutToExpire(RespClient client, String key) {
        long millis = client.integer("PTTL", key);
        return millis >= 0 && millis <= REMAINING_MILLIS;
    }

    static SortedMap<String, String> snapshot(RespClient client) {
        SortedMap<String, String> snapshot = new TreeMap<>();
        for (byte[] key : scan(client, "*")) {
            String type = client.line("TYPE", key);
            // A key may expire between SCAN and here; then it is not part of the keyspace.
            if (!type.equals("none")) {
                String lifetime = client.integer("PTTL", key) < 0 ? "stays" : "expires";
                snapshot.put(quote(key), type + " " + content(client, type, key) + " " + lifetime);
            }
        }
        return snapshot;
    }

    private static List<byte[]> scan(RespClient client, String pattern) {
        List<byte[]> keys = new ArrayList<>();
        String cursor = "0";
        do {
            List<?> reply = client.list("SCAN", cursor, "MATCH", pattern, "COUNT", 1000);
            cursor = new String((byte[]) reply.get(0), UTF_8);
            for (Object key : (List<?>) reply.get(1)) {
                keys.add((byte[]) key);
            }
        } while (!cursor.equals("0"));
        return keys;
    }

    private static String content(RespClient client, String type, byte[] key) {
        switch (type) {
            case "string":
                return describe(client.call("GET", key));
            case "hash":
                return pairs(client.list("HGETALL", key));
            case "set":
                return sorted(client.list("SMEMBERS", key));
            case "list":
                return describe(client.call("LRANGE", key, 0, -1));
            case "zset":
                return describe(client.call("ZRANGE", key, 0, -1, "WITHSCORES"));
            case "stream":
                return describe(client.call("XRANGE", key, "-", "+"));
            default:
                return describe(client.call("DUMP", key));
        }
    }

    private static String pairs(List<?> flat) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < flat.size(); i += 2) {
            pairs.add(describe(flat.get(i)) + "=" + describe(flat.get(i + 1)));
        }
        Collections.sort(pairs);
        return pairs.toString();
    }

    private static String sorted(List<?> members) {
        List<String> texts = new ArrayList<>();
        for (Object member : members) {
            texts.add(describe(member));
        }
        Collections.sort(texts);
        return texts.toString();
    }

    private static String describe(@Nullable Object reply) {
        if (reply instanceof List<?> list) {
            List<String> texts = new ArrayList<>();
            for (Object element : list) {
                texts.add(describe(element));
            }
            return texts.toString();
        }
        if (reply instanceof byte[] bytes) {
            return bytes.length <= LONGEST_SHOWN
                    ? '"' + quote(bytes) + '"'
                    : bytes.length + " bytes sha256=" + HexFormat.of().formatHex(sha256(bytes));
        }
        return String.valueOf(reply);
    }

    private static String quote(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte b : bytes) {
            if (b >= ' ' && b <= '~' && b != '\\') {
                text.append((char) b);
            } else {
                text.append("\\x").append(HexFormat.of().toHexDigits(b));
            }
        }
        return text.toString();
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
