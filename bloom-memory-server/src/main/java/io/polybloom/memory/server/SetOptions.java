package io.polybloom.memory.server;

import java.time.InstantSource;

/** The options of SET. */
final class SetOptions {

    private static final String BAD_EXPIRY = "ERR invalid expire time in 'set' command";

    private boolean onlyIfAbsent;
    private boolean onlyIfPresent;
    private boolean answersOldValue;
    private boolean keepsExpiry;
    private boolean hasExpiry;
    private long expireAt = Keyspace.NEVER;

    SetOptions(Words words, InstantSource clock) {
        int expiryAt = 0;
        for (int i = 3; i < words.count(); i++) {
            switch (words.option(i)) {
                case "NX" -> onlyIfAbsent = true;
                case "XX" -> onlyIfPresent = true;
                case "GET" -> answersOldValue = true;
                case "KEEPTTL" -> keepsExpiry = true;
                case "PX", "PXAT" -> {
                    if (hasExpiry || i + 1 == words.count()) {
                        throw new ServerError(ServerError.SYNTAX);
                    }
                    hasExpiry = true;
                    expiryAt = ++i;
                }
                default -> throw new ServerError(ServerError.SYNTAX);
            }
        }
        if ((onlyIfAbsent && onlyIfPresent) || (keepsExpiry && hasExpiry)) {
            throw new ServerError(ServerError.SYNTAX);
        }
        if (hasExpiry) {
            long millis = words.integer(expiryAt);
            if (millis <= 0) {
                throw new ServerError(BAD_EXPIRY);
            }
            expireAt = words.option(expiryAt - 1).equals("PX") ? clock.millis() + millis : millis;
        }
    }

    boolean onlyIfAbsent() {
        return onlyIfAbsent;
    }

    boolean onlyIfPresent() {
        return onlyIfPresent;
    }

    boolean answersOldValue() {
        return answersOldValue;
    }

    boolean keepsExpiry() {
        return keepsExpiry;
    }

    long expireAt() {
        return expireAt;
    }
}
