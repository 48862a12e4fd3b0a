package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The two hashes in Redis that belong to a native filter as a whole, in one slot: the config, with its parameters, and
 * the trace, which names the lives under the name and so shows that a config has been lost.
 */
public final class ConfigKey {

    /**
     * The lifetime of a config that was moved away and was neither removed nor restored: far longer than a deletion
     * takes.
     */
    public static final long GONE_MILLIS = 600_000;

    /** The time by which the config outlives the trace: a trace without its config reserves the name. */
    private static final long OUTLIVES_TRACE_MILLIS = 1000;

    private final KeyNames names;
    private final byte[] key;
    private final byte[] trace;
    private final byte[] gone;
    private final Command read;
    private final Command readTrace;

    public ConfigKey(String name) {
        this.names = new KeyNames(name);
        this.key = names.config().getBytes(StandardCharsets.UTF_8);
        this.trace = names.trace().getBytes(StandardCharsets.UTF_8);
        this.gone = names.gone().getBytes(StandardCharsets.UTF_8);
        this.read = Commands.readHash(key);
        this.readTrace = Commands.readHash(trace);
    }

    /** Returns the filter's name. */
    public String name() {
        return names.name();
    }

    public byte[] bytes() {
        return key;
    }

    /** Returns the key of the trace. */
    public byte[] trace() {
        return trace;
    }

    /** Returns the key under which the trace of a life is made before it has its name. */
    public byte[] unbornTrace(String origin) {
        return names.unbornTrace(origin).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the key of a config that is being removed. */
    public byte[] gone() {
        return gone;
    }

    /** Returns the key of the config of a life that has ended without a mark. */
    public byte[] ended(String origin) {
        return names.ended(origin).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the key of the numbers that the creator of a filter has left on its servers. */
    public byte[] order() {
        return names.order().getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the fields with the numbers that creators of filters have left on a server. */
    public Set<String> numbers(Reply reply) {
        return fields(reply, "the order of the servers of the filter").keySet();
    }

    public Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(commands));
    }

    /** Sends commands of which only success matters. */
    public Step<Void> write(Command... commands) {
        return Steps.confirmed(batch(commands));
    }

    /** Reads the config; the value is empty if there is no filter. */
    public Step<Optional<ConfigRecord>> look() {
        return lookAtAny().map(any -> any.filter(record -> !record.isDeleted()));
    }

    /** Reads the config, even of a filter that is being deleted. */
    public Step<Optional<ConfigRecord>> lookAtAny() {
        return Step.send(batch(read), replies -> Step.done(recordOfAny(replies.get(0))));
    }

    /** Writes a field unless it is there, and reads the config after it. */
    public Step<Put> put(Command field) {
        return Step.send(
                batch(field, read),
                replies ->
                        Step.done(new Put(Answers.integer(field, replies.get(0)) == 1, recordOfAny(replies.get(1)))));
    }

    /**
     * What a client finds that has tried to write a field of the config.
     *
     * @param isOurs whether it has written it, and not another client
     * @param any the config after it, even of a filter that is being deleted
     */
    public record Put(boolean isOurs, Optional<ConfigRecord> any) {

        /** Returns the config, if there is a filter. */
        public Optional<ConfigRecord> current() {
            return any.filter(record -> !record.isDeleted());
        }
    }

    /**
     * Removes fields that this client has written for a life, if they stand outside the config of that life. Fields in
     * the config stay. The config may only have been away for a while, and other clients have read the fields by now.
     * Or a failover has made a generation current again, which without its fields would seem never to have been made.
     * The next clear or rebuild removes the fields that nobody needs. As long as a field stands in the place of the
     * config, the config cannot be brought back, and only the client that has written the field withdraws it. So the
     * removal hits nothing that was written later.
     *
     * @param removal the command that removes the fields
     */
    public Step<Void> forget(String origin, Command removal) {
        return Step.send(batch(read), replies -> {
            boolean isOfLife = recordOfAny(replies.get(0))
                    .filter(record -> record.isOfLife(origin))
                    .isPresent();
            Set<String> there =
                    fields(replies.get(0), "the config of the filter").keySet();
            boolean isFound = Stream.of(removal.arguments())
                    .map(field -> new String(field, StandardCharsets.US_ASCII))
                    .anyMatch(there::contains);
            return isFound && !isOfLife ? write(removal) : Step.done();
        });
    }

    /**
     * Withdraws a claim, and the other fields about its life, such as what others have entered into the log of its
     * birth: they would be in the way of a config that was moved away. A client that enters something later finds no
     * claim, and withdraws its entry.
     */
    public Step<Void> withdrawClaim(FilterDescription claimed) {
        Command withdraw = ConfigCommands.withdrawClaim(key);
        return Steps.send(batch(withdraw, read), replies -> {
            List<String> entered = fields(replies.get(1), "the config of the filter").keySet().stream()
                    .filter(field -> Stream.of(claimed.generation(), claimed.origin())
                            .anyMatch(id -> (field + ".").contains("." + id + ".")))
                    .toList();
            return entered.isEmpty() ? Step.done() : write(ConfigCommands.remove(key, entered));
        });
    }

    /** Reads the config. */
    public Command read() {
        return read;
    }

    /** Asks the server that has the config for its time, in milliseconds since 1970. */
    public Step<Long> serverMillis() {
        Command ask = Commands.time(key);
        return Step.send(batch(ask), replies -> Step.done(Answers.millis(ask, replies.get(0))));
    }

    /**
     * Returns whether the server that has the config has passed the instant at which a filter expires. Only that clock
     * decides. If it cannot be asked, the step fails, since this machine's clock may be wrong by any amount.
     */
    public Step<Boolean> hasPassed(Optional<Instant> expireAt) {
        return expireAt.map(instant -> serverMillis().map(now -> now >= instant.toEpochMilli()))
                .orElseGet(() -> Step.done(false));
    }

    /**
     * Asks the server that has the config for its time.
     *
     * @param nanoTime a clock of this machine that nobody can set
     */
    public Step<ServerTime> serverTime(LongSupplier nanoTime) {
        long before = nanoTime.getAsLong();
        return serverMillis().map(millis -> new ServerTime(millis, before));
    }

    /** Reads the trace. */
    public Command readTrace() {
        return readTrace;
    }

    /** Lets the config expire long after the filter, so that it can still say that the filter has expired. */
    public Command expire(Optional<Instant> expireAt) {
        return expire(key, expireAt, OUTLIVES_TRACE_MILLIS);
    }

    /**
     * Lets the trace expire long after the filter; sent apart from {@link #expire}, so that no single delayed batch
     * concerns both.
     */
    public Command expireTrace(Optional<Instant> expireAt) {
        return expire(trace, expireAt, 0);
    }

    /** Lets the trace of a life expire long after the filter, before it has its name. */
    public Command expireUnbornTrace(String origin, Optional<Instant> expireAt) {
        return expire(unbornTrace(origin), expireAt, 0);
    }

    private static Command expire(byte[] key, Optional<Instant> expireAt, long later) {
        return expireAt.map(
                        instant -> Commands.expireAt(key, instant.toEpochMilli() + KeyNames.OUTLIVES_MILLIS + later))
                .orElseGet(() -> Commands.keepForever(key));
    }

    /** Asks how long the config has left, and then the trace. */
    public List<Command> readLives() {
        return List.of(Commands.timeToLive(key), Commands.timeToLive(trace));
    }

    /**
     * Returns the commands that mend the expiry of config and trace, those for a key that has a wrong one. This
     * machine's clock may be hours off: what is right is at worst written again.
     *
     * @param lives the replies to {@link #readLives}
     * @param now the time by this machine's clock
     */
    public List<Command> mendLives(List<Reply> lives, Optional<Instant> expireAt, Instant now) {
        List<Command> mend = List.of(expire(expireAt), expireTrace(expireAt));
        List<Command> read = readLives();
        List<Command> wrong = new ArrayList<>();
        for (int i = 0; i < mend.size(); i++) {
            if (isWrong(Answers.integer(read.get(i), lives.get(i)), expireAt, now)) {
                wrong.add(mend.get(i));
            }
        }
        return wrong;
    }

    private static boolean isWrong(long millisLeft, Optional<Instant> expireAt, Instant now) {
        if (millisLeft == Commands.NO_SUCH_KEY) {
            return false;
        }
        if (millisLeft == Commands.NO_EXPIRY || expireAt.isEmpty()) {
            return (millisLeft == Commands.NO_EXPIRY) == expireAt.isPresent();
        }
        long due = expireAt.get().toEpochMilli() + KeyNames.OUTLIVES_MILLIS - now.toEpochMilli();
        return Math.abs(millisLeft - due) > KeyNames.OUTLIVES_MILLIS / 2;
    }

    /** The config in the reply to {@link #read}, if there is a filter. */
    public Optional<ConfigRecord> record(Reply reply) {
        return recordOfAny(reply).filter(record -> !record.isDeleted());
    }

    /** Returns the config in the reply to {@link #read}, even of a filter that is being deleted. */
    public Optional<ConfigRecord> recordOfAny(Reply reply) {
        Answers.requireSuccess(read, reply);
        return ConfigRecord.read(name(), reply);
    }

    /** Returns the parameters in the reply to {@link #read}, if there is a filter. */
    public Optional<FilterDescription> stored(Reply reply) {
        return record(reply).map(ConfigRecord::filter);
    }

    /** Returns the origins in the reply to {@link #readTrace}. */
    public Set<String> origins(Reply reply) {
        return trace(reply).keySet();
    }

    /**
     * Returns the filters whose origins are in the reply to {@link #readTrace}, as they were when they left their
     * trace.
     */
    public List<FilterDescription> traced(Reply reply) {
        return trace(reply).values().stream()
                .map(spec -> SpecCodec.decode(name(), spec))
                .toList();
    }

    /** Returns whether a trace with these origins names no life other than that of the given origin. */
    public static boolean namesNoOther(String origin, Set<String> origins) {
        return Set.of(origin).containsAll(origins);
    }

    private Map<String, String> trace(Reply reply) {
        return fields(reply, "the trace of the filter");
    }

    private Map<String, String> fields(Reply reply, String what) {
        Answers.requireSuccess(readTrace, reply);
        return Answers.fields(reply, what + " '" + name() + "'");
    }
}
