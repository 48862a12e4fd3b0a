package io.polybloom.simulation.redis;

import io.polybloom.memory.server.Keyspace;
import io.polybloom.memory.server.MemoryServer;
import io.polybloom.spi.Reply;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A simulated server: a primary, perhaps with a replica that lags behind, and perhaps with an old primary beside it
 * that was replaced and still answers. It executes one command at a time; the state of a connection between commands is
 * in {@link Session}.
 */
public final class SimulatedServer {

    private final InstantSource clock;
    private final Replication replication;
    private final Set<Integer> strayed = new HashSet<>();
    private final Set<String> groupNames = new LinkedHashSet<>();
    private Node primary;
    private @Nullable Node old;
    private Node replica;
    private ReplicationLog log;
    private int time;
    private boolean isInGroup;
    private boolean isStalled;

    /** Creates an empty server. */
    public SimulatedServer(InstantSource clock, Replication replication) {
        this.clock = clock;
        this.replication = replication;
        this.primary = Node.primary(replication.version(), new MemoryServer(clock).keys());
        this.replica = newReplica();
        this.log = new ReplicationLog(replica.keys(), replication.lag());
    }

    private Node newReplica() {
        return Node.replica(replication.version(), primary.keys().copy(clock));
    }

    /** Returns the present contents of the primary. */
    public Keyspace keys() {
        return primary.keys();
    }

    /** Returns a number that stands for the state. */
    public long fingerprint() {
        long state = primary.keys().fingerprint() + primary.ailment().ordinal();
        return old == null ? state : 31 * state + old.keys().fingerprint() + strayed.hashCode();
    }

    Node primary() {
        return primary;
    }

    /** Returns the process that the connections of a client lead to. */
    Node nodeOf(int client) {
        return old != null && strayed.contains(client) ? old : primary;
    }

    /** Returns whether a process still answers. */
    boolean answers(Node node) {
        return node == primary || node == replica || node == old;
    }

    /** Returns whether the connections of a client lead to the old primary. */
    public boolean isAstray(int client) {
        return nodeOf(client) != primary;
    }

    /** Returns whether its processes execute WAIT. */
    public boolean waits() {
        return replication.version().waits();
    }

    /** Returns whether there is an old primary that still answers. */
    public boolean hasOldPrimary() {
        return old != null;
    }

    /** Lets the connections of a client lead from the primary to the old one, or back. */
    public void redirect(int client) {
        if (!strayed.remove(client)) {
            strayed.add(client);
        }
    }

    Reply execute(Node node, Session session, List<byte[]> words) {
        String name = CommandTraits.name(words);
        Reply.Failure refusal = node.refusal(name, session.mayWrite(), false);
        if (refusal != null) {
            return refusal;
        }
        if (node != primary || !replication.hasReplica()) {
            return node.execute(words);
        }
        if (name.equals("WAIT")) {
            return new Reply.Int(waitForReplica(session, words.get(1)));
        }
        if (name.equals("WAITAOF") && replication.version().waitsForDisks()) {
            // The disk of the primary is as fast as its memory.
            return new Reply.Ints(new long[] {1, waitForReplica(session, words.get(2))});
        }
        long before = log.offset();
        Reply reply = executeAndReplicate(words);
        if (!replication.version().waitsForOwnWrites() || log.offset() != before) {
            session.wrote(log.offset());
        }
        return reply;
    }

    private Reply executeAndReplicate(List<byte[]> words) {
        List<String> names = CommandTraits.keys(words);
        Set<String> changed = new LinkedHashSet<>();
        names.stream().filter(primary.keys()::removeIfExpired).forEach(changed::add);
        Keyspace before = primary.keys().copyOf(names);
        Reply reply = primary.execute(words);
        boolean isEffective =
                !before.differencesFrom(primary.keys().copyOf(names)).isEmpty()
                        || Effect.isEffective(words, before, reply, replication.version());
        if (isEffective) {
            changed.addAll(names);
        }
        if (isInGroup) {
            groupNames.addAll(changed);
        } else if (!changed.isEmpty()) {
            log.append(time, changed, primary.keys());
        }
        return reply;
    }

    /** The replica gets what is waited for, unless it is stalled, and nothing more. */
    private long waitForReplica(Session session, byte[] replicas) {
        boolean isAsked = Long.parseLong(CommandTraits.text(replicas)) > 0;
        long target = session.offset();
        if (isAsked && !isStalled && !isInGroup) {
            log.replicate(target);
        }
        if (!replication.version().waitsForOwnWrites()) {
            session.wrote(log.offset());
        }
        return log.isAcknowledged(target) ? 1 : 0;
    }

    /** Executes commands, those of a group in such a way that they reach the replica as one or not at all. */
    public void execute(boolean isGroup, Session session, Runnable commands) {
        isInGroup = isGroup;
        commands.run();
        isInGroup = false;
        if (!groupNames.isEmpty()) {
            log.append(time, Set.copyOf(groupNames), primary.keys());
            session.wrote(log.offset());
            groupNames.clear();
        }
    }

    /** Tells the time of the run, which writes are remembered by. */
    public void tell(int now) {
        time = now;
    }

    /** Lets the primary refuse writes for a reason, or be well again. */
    public void suffer(Ailment ailment) {
        primary.suffer(ailment);
    }

    /** Lets the process that a client is led to refuse writes for a reason, or be well again. */
    void suffer(int client, Ailment ailment) {
        nodeOf(client).suffer(ailment);
    }

    /** Returns how many writes were replicated, or are to be. */
    long offset() {
        return log.offset();
    }

    /** Opens a connection to the replica. */
    Session sessionOfReplica() {
        return new Session(this, replica);
    }

    /** Returns why the server refuses writes. */
    public Ailment ailment() {
        return primary.ailment();
    }

    /** Lets the replica acknowledge nothing that it does not have yet, until it is told otherwise. */
    public void stall(boolean stalls) {
        isStalled = stalls;
    }

    /**
     * Lets the replica take over without the last write commands, by which it lags behind.
     *
     * @return the lost writes
     */
    public LostWrites failOver(int lostWrites) {
        Keyspace before = primary.keys();
        int since = log.drop(lostWrites, time);
        log.replicate(log.offset());
        primary = Node.primary(replication.version(), replication.hasReplica() ? replica.keys() : before.copy(clock));
        replica = newReplica();
        log = new ReplicationLog(replica.keys(), replication.lag());
        old = null;
        strayed.clear();
        return new LostWrites(since, before.differencesFrom(primary.keys()));
    }

    /**
     * Lets the replica take over while the old primary still answers, to which the connections of some clients lead.
     *
     * @return the lost writes
     */
    public LostWrites demote(int lostWrites, OldPrimary fate, List<Integer> clients) {
        Node replaced = fate.isEmpty() ? Node.primary(replication.version(), new MemoryServer(clock).keys()) : primary;
        LostWrites lost = failOver(lostWrites);
        if (!fate.isPrimary()) {
            replaced.demote();
        }
        replaced.suffer(fate.ailment());
        old = replaced;
        strayed.addAll(clients);
        return lost;
    }

    /** Returns how many writes a failover can lose. */
    public int unreplicated() {
        return log.size();
    }

    /** Lets the replica catch up. */
    public void replicate() {
        log.replicate(log.offset());
    }

    /** Returns the reason for which a process refuses one of the commands of a group, and so all of them. */
    Reply.@Nullable Failure refusal(Node node, Session session, List<List<byte[]>> group) {
        List<Reply.Failure> refusals = new ArrayList<>();
        for (List<byte[]> words : group) {
            Reply.Failure refusal = node.refusal(CommandTraits.name(words), session.mayWrite(), true);
            if (refusal != null) {
                refusals.add(refusal);
            }
        }
        return refusals.isEmpty() ? null : refusals.get(0);
    }
}
