package io.polybloom.cli.operator;

import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The rights of a Redis user with regard to filters. */
enum Role {
    /** Opens, creates, adds, looks up, and does everything else that the library does. */
    APP,
    /**
     * Looks up, and reads parameters and figures; changes nothing. A look-up is a BITFIELD, which Redis counts among
     * the writes; as it is refused, the look-up is sent once more as a read, after a WAIT that only a primary executes.
     */
    READER,
    /** Does everything that the library and the command line do; the latter also asks servers about keys and memory. */
    ADMIN;

    /** The commands that clients send on their own, on one server and on a cluster. */
    private static final List<String> OF_CLIENTS = List.of(
            "ping",
            "select",
            "client|setname",
            "asking",
            "readonly",
            "cluster|slots",
            "cluster|nodes",
            "cluster|shards");

    /** The commands of `bloom list` and of the comparison with the server's memory. */
    private static final List<String> OF_THE_COMMAND_LINE = List.of("scan", "info");

    /** Adapters carry it, and nothing sends it. */
    private static final Verb UNUSED = Verb.HGET;

    /** They have no key and belong to writes. */
    private static final Set<Verb> OF_WRITES = Set.of(Verb.WAITAOF, Verb.MULTI, Verb.EXEC);

    /**
     * Returns the commands that a user of this role must be allowed.
     *
     * @param withModule whether those for the server's own Bloom filters are among them; a server without them refuses
     *     the whole rule
     * @param withDisk whether WAITAOF is among them, for writes that must be on disk; a server before Redis 7.2 refuses
     *     the whole rule
     * @param withCounters whether those for distinct counters are among them
     */
    List<String> commands(boolean withModule, boolean withDisk, boolean withCounters) {
        List<String> commands = new ArrayList<>(Stream.of(Verb.values())
                .filter(verb -> withCounters || !verb.isOfCounters())
                .filter(verb -> withModule || !verb.isOfModule())
                .filter(verb -> withDisk || verb != Verb.WAITAOF)
                .filter(this::needs)
                .map(verb -> verb.wireName().toLowerCase(Locale.ROOT))
                .distinct()
                .toList());
        commands.addAll(OF_CLIENTS);
        if (this == ADMIN) {
            commands.addAll(OF_THE_COMMAND_LINE);
        }
        return commands;
    }

    /** Returns whether the role sends commands of a verb. */
    boolean needs(Verb verb) {
        boolean isReading = !verb.isWrite() && !OF_WRITES.contains(verb);
        return verb != UNUSED && (this != READER || isReading);
    }

    /** The name as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
