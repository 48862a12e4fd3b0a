package io.polybloom.memory.server;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one server: strings, hashes and sorted sets, with the instants at which they expire. A key that has
 * expired is gone.
 */
public final class Keyspace {

    /** Stands for a key without an expiry. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final class Entry {
        private byte @Nullable [] string;
        private @Nullable Map<String, byte[]> hash;
        private @Nullable NavigableSet<String> members;
        private long expireAt = NEVER;

        /** Reads the clock only if the answer depends on it. */
        private boolean hasExpired(InstantSource clock) {
            return expireAt != NEVER && expireAt <= clock.millis();
        }

        private Entry copy() {
            Entry copy = new Entry();
            copy.string = string == null ? null : string.clone();
            copy.hash = hash == null ? null : new LinkedHashMap<>(hash);
            copy.members = members == null ? null : new TreeSet<>(members);
            copy.expireAt = expireAt;
            return copy;
        }

        private boolean isSameAs(Entry other) {
            return expireAt == other.expireAt
                    && Arrays.equals(string, other.string)
                    && Objects.equals(members, other.members)
                    && (hash == null ? other.hash == null : other.hash != null && isSame(hash, other.hash));
        }

        private static boolean isSame(Map<String, byte[]> mine, Map<String, byte[]> theirs) {
            return mine.keySet().equals(theirs.keySet())
                    && mine.keySet().stream().allMatch(field -> Arrays.equals(mine.get(field), theirs.get(field)));
        }
    }

    private final InstantSource clock;
    private final Map<String, Entry> entries = new TreeMap<>();

    /** A replica does not remove what has expired, but waits until its primary does. */
    private boolean keepsExpired;

    Keyspace(InstantSource clock) {
        this.clock = clock;
    }

    /** Returns a copy of this keyspace by another clock. */
    public Keyspace copy(InstantSource otherClock) {
        Keyspace copy = new Keyspace(otherClock);
        entries.forEach((key, entry) -> copy.entries.put(key, entry.copy()));
        return copy;
    }

    /** Returns a keyspace with copies of some of these keys, expired ones among them. */
    public Keyspace copyOf(Iterable<String> names) {
        Keyspace copy = new Keyspace(clock);
        copy.assume(names, this);
        return copy;
    }

    /**
     * Replaces keys by those of another keyspace; a key that is not there is removed. Expired keys are as any other.
     */
    public void assume(Iterable<String> names, Keyspace other) {
        names.forEach(name -> take(name, other));
    }

    private void take(String name, Keyspace other) {
        Entry entry = other.entries.get(name);
        if (entry == null) {
            entries.remove(name);
        } else {
            entries.put(name, entry.copy());
        }
    }

    /** Lets this be the keyspace of a replica, which hides what has expired and keeps it, or of a primary. */
    public void keepExpired(boolean isReplica) {
        keepsExpired = isReplica;
    }

    InstantSource clock() {
        return clock;
    }

    /** Returns the names of the keys that exist, sorted. */
    public List<String> keys() {
        long now = clock.millis();
        return entries.entrySet().stream()
                .filter(entry -> entry.getValue().expireAt > now)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Removes a key if it has expired, unless this is a replica; returns whether it did. */
    public boolean removeIfExpired(String key) {
        return entries.containsKey(key) && find(key) == null && !entries.containsKey(key);
    }

    /** Returns the number of keys that take memory, including those that have expired and have not been removed yet. */
    int size() {
        return entries.size();
    }

    /** Removes the keys that have expired. Nothing shows whether it was called, except the memory that they take. */
    public void removeExpired() {
        long now = clock.millis();
        entries.values().removeIf(entry -> entry.expireAt <= now);
    }

    /** Returns whether the key exists. */
    public boolean exists(String key) {
        return find(key) != null;
    }

    /**
     * Returns the string under the key, or null if the key does not exist. It is the array itself, which later commands
     * change.
     */
    public byte @Nullable [] string(String key) {
        Entry entry = find(key);
        if (entry != null && entry.string == null) {
            throw new ServerError(ServerError.WRONG_TYPE);
        }
        return entry == null ? null : entry.string;
    }

    /** Returns the fields of the hash under the key, empty if the key does not exist. */
    public Map<String, byte[]> hash(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return Map.of();
        }
        if (entry.hash == null) {
            throw new ServerError(ServerError.WRONG_TYPE);
        }
        return entry.hash;
    }

    /** Returns the members of the sorted set under the key, empty if the key does not exist. */
    public NavigableSet<String> members(String key) {
        Entry entry = find(key);
        if (entry == null) {
            return Collections.emptyNavigableSet();
        }
        if (entry.members == null) {
            throw new ServerError(ServerError.WRONG_TYPE);
        }
        return entry.members;
    }

    /** Returns the sorted set under the key, made if it does not exist, to be changed. */
    NavigableSet<String> membersToWrite(String key) {
        members(key);
        Entry entry = entries.computeIfAbsent(key, absent -> new Entry());
        if (entry.members == null) {
            entry.members = new TreeSet<>();
        }
        return entry.members;
    }

    /** Returns whether the key holds a sorted set. */
    public boolean isSortedSet(String key) {
        Entry entry = find(key);
        return entry != null && entry.members != null;
    }

    /** Returns whether the key holds a hash. */
    public boolean isHash(String key) {
        Entry entry = find(key);
        return entry != null && entry.hash != null;
    }

    /** Returns the instant at which the key expires, or {@link #NEVER}. */
    public long expireAt(String key) {
        Entry entry = find(key);
        return entry == null ? NEVER : entry.expireAt;
    }

    /** Writes a string, whose array belongs to the keyspace from now on; the key keeps its expiry. */
    void putString(String key, byte[] value) {
        Entry entry = entries.computeIfAbsent(key, absent -> new Entry());
        entry.string = value;
        entry.hash = null;
        entry.members = null;
    }

    /** Returns the hash under the key, made if it does not exist, to be changed. */
    Map<String, byte[]> hashToWrite(String key) {
        hash(key);
        Entry entry = entries.computeIfAbsent(key, absent -> new Entry());
        if (entry.hash == null) {
            entry.hash = new LinkedHashMap<>();
        }
        return entry.hash;
    }

    /** Sets the expiry; a key whose instant has passed is gone. */
    void expire(String key, long epochMillis) {
        Entry entry = find(key);
        if (entry != null) {
            entry.expireAt = epochMillis;
        }
    }

    /** Removes a key, as DEL and the eviction do. */
    public boolean remove(String key) {
        boolean existed = exists(key);
        entries.remove(key);
        return existed;
    }

    void rename(String key, String newKey) {
        Entry entry = entries.remove(key);
        if (entry != null) {
            entries.put(newKey, entry);
        }
    }

    /** Removes all keys. */
    public void forget() {
        entries.clear();
    }

    /** Returns the names of the keys that are not the same in another keyspace. */
    public Set<String> differencesFrom(Keyspace other) {
        Set<String> names = new TreeSet<>(entries.keySet());
        names.addAll(other.entries.keySet());
        names.removeIf(name -> {
            Entry mine = entries.get(name);
            Entry theirs = other.entries.get(name);
            return mine != null && theirs != null && mine.isSameAs(theirs);
        });
        return names;
    }

    /** Returns a number that is almost certainly different for keyspaces that do not hold the same. */
    public long fingerprint() {
        long all = 1;
        for (Map.Entry<String, Entry> each : entries.entrySet()) {
            Entry entry = each.getValue();
            if (entry.hasExpired(clock)) {
                continue;
            }
            long one = each.getKey().hashCode() + 31 * Long.hashCode(entry.expireAt);
            one = 1_000_003 * one + Arrays.hashCode(entry.string);
            if (entry.hash != null) {
                for (Map.Entry<String, byte[]> field : entry.hash.entrySet()) {
                    one += 0x9e3779b97f4a7c15L * (field.getKey().hashCode() * 131L + Arrays.hashCode(field.getValue()));
                }
            }
            one = 1_000_003 * one + Objects.hashCode(entry.members);
            all = (all ^ one) * 0xbf58476d1ce4e5b9L;
            all ^= all >>> 29;
        }
        return all;
    }

    private @Nullable Entry find(String key) {
        Entry entry = entries.get(key);
        if (entry != null && entry.hasExpired(clock)) {
            if (!keepsExpired) {
                entries.remove(key);
            }
            return null;
        }
        return entry;
    }
}
