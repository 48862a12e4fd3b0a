package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Reply;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One process of a simulated server, a primary or a replica: its keys, and the commands that it refuses. */
final class Node {

    private final ServerVersion version;
    private final MemoryServer memory;
    private boolean isReplica;
    private Ailment ailment = Ailment.NONE;

    private Node(ServerVersion version, Keyspace keys, boolean isReplica) {
        this.version = version;
        this.memory = new MemoryServer(keys);
        this.isReplica = isReplica;
        keys.keepExpired(isReplica);
    }

    static Node primary(ServerVersion version, Keyspace keys) {
        return new Node(version, keys, false);
    }

    static Node replica(ServerVersion version, Keyspace keys) {
        return new Node(version, keys, true);
    }

    /** Makes a replica of a primary, while its connections stay. */
    void demote() {
        isReplica = true;
        keys().keepExpired(true);
    }

    Keyspace keys() {
        return memory.keys();
    }

    Ailment ailment() {
        return ailment;
    }

    void suffer(Ailment other) {
        ailment = other;
    }

    Reply execute(List<byte[]> words) {
        Reply reply = memory.execute(words);
        boolean removes =
                CommandTraits.name(words).equals("UNLINK") && reply instanceof Reply.Int keys && keys.value() > 0;
        ailment = removes && ailment == Ailment.NEARLY_FULL ? Ailment.NONE : ailment;
        return reply;
    }

    /**
     * Returns why a command is refused, in the order in which a server checks: the user's rights, the memory, the last
     * snapshot, and only then whether it is a replica. Null if it is executed.
     *
     * @param mayWrite whether the user has the right to write
     * @param isQueued whether the command is between MULTI and EXEC, where any command may need memory
     */
    Reply.@Nullable Failure refusal(String name, boolean mayWrite, boolean isQueued) {
        boolean isWrite = CommandTraits.isWrite(name);
        if (isWrite && !mayWrite) {
            return error(
                    "NOPERM this user has no permissions to run the '" + name.toLowerCase(Locale.ROOT) + "' command");
        }
        boolean isFull = ailment == Ailment.FULL || ailment == Ailment.NEARLY_FULL;
        if (isFull && (isQueued && version.needsMemoryToQueue() || CommandTraits.needsMemory(name))) {
            return error("OOM command not allowed when used memory > 'maxmemory'.");
        }
        boolean mindsSaving = !isReplica || version.complainsOfSavingOnReplicas();
        if (ailment == Ailment.UNABLE_TO_SAVE && mindsSaving && (isWrite || name.equals("PING"))) {
            return error("MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist on"
                    + " disk. Commands that may modify the data set are disabled.");
        }
        if (isReplica && isWrite) {
            return error("READONLY You can't write against a read only replica.");
        }
        boolean waits = name.equals("WAIT") || name.equals("WAITAOF");
        if (waits && !version.waits()) {
            return error("ERR unknown command '" + name + "', with args beginning with: '0' '0' ");
        }
        return isReplica && waits ? error("ERR " + name + " cannot be used with replica instances.") : null;
    }

    private static Reply.Failure error(String line) {
        return Reply.Failure.ofServer(line, null);
    }
}
