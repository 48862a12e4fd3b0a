package io.polybloom.internal.register;

import com.google.common.primitives.Longs;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilterException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.model.Ended;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.StrangeValue;
import io.polybloom.internal.model.Version;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionRemoval;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.state.FilterState;
import io.polybloom.internal.state.RoundLimit;
import io.polybloom.internal.state.StateText;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * The versions of a filter, in two hashes of one slot: the register and its copy. A version counts when it is in the
 * copy; so either of the two may be lost, and is made again by the next client that reads. A version is written once,
 * under the next number: of several clients that write, one succeeds, and a command that arrives late finds its number
 * taken. docs/protocol.md specifies it.
 */
public final class Register {

    /**
     * How long after a read a client may write the next version: shorter than the version stays that says that a filter
     * was deleted, after which numbers begin anew.
     */
    private static final Duration LONGEST = Duration.ofHours(1);

    private static final Set<Reason> REFUSALS =
            Set.of(Reason.AUTHENTICATION, Reason.OUT_OF_MEMORY, Reason.READ_ONLY, Reason.SERVER_ERROR);

    /**
     * The outcome of a write.
     *
     * @param current the current version after it; empty if nothing is stored
     * @param isOurs whether this client has written the version that was to follow
     */
    public record Written(Optional<FilterState> current, boolean isOurs) {}

    private final KeyNames names;
    private final Environment environment;
    private final byte[] register;
    private final byte[] copy;
    private final Command readRegister;
    private final Command readCopy;
    private final RegisterLifetime lifetime;

    /**
     * Creates the register of a filter.
     *
     * @param environment draws the ids of versions, and has the clock by which a read is old
     */
    public Register(String name, Environment environment) {
        this.names = new KeyNames(name);
        this.environment = environment;
        this.register = names.register().getBytes(StandardCharsets.UTF_8);
        this.copy = names.copy().getBytes(StandardCharsets.UTF_8);
        this.readRegister = Commands.readHash(register);
        this.readCopy = Commands.readHash(copy);
        this.lifetime = new RegisterLifetime(this, register, copy);
    }

    /** Returns the filter's name. */
    public String name() {
        return names.name();
    }

    /** Returns the names of the filter's keys. */
    public KeyNames names() {
        return names;
    }

    /** Returns a batch of commands on keys in the slot of the register. */
    public Batch batch(Command... commands) {
        return new Batch(0, Batch.CONFIG_ORDERING_KEY, List.of(commands));
    }

    /** Sends commands of which only success matters. */
    public Step<Void> write(Command... commands) {
        return Steps.confirmed(batch(commands));
    }

    /** Reads the current version; the value is empty if nothing is stored. Restores what is missing in one hash. */
    public Step<Optional<FilterState>> read() {
        return read(new RoundLimit(name()));
    }

    /** Does so in a further round of an operation. */
    Step<Optional<FilterState>> read(RoundLimit rounds) {
        rounds.next();
        return Step.send(
                batch(readRegister, readCopy),
                replies -> conclude(texts(readRegister, replies.get(0)), texts(readCopy, replies.get(1)), rounds));
    }

    /** Returns the commands that read the register on any server, without restoring anything. */
    List<Command> look() {
        return List.of(readRegister, readCopy);
    }

    /** Returns the current version in the replies to {@link #look}. */
    Optional<FilterState> seen(List<Reply> replies) {
        SortedMap<Long, String> all = texts(readRegister, replies.get(0));
        all.putAll(texts(readCopy, replies.get(1)));
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(StateText.decode(name(), all.lastKey(), text(all, all.lastKey())));
    }

    /**
     * Does as {@link #read}, and gives both hashes the expiry that the version names, if a late command, or a client
     * that has died, has left another one.
     *
     * @param now the time by this machine's clock, which may be hours off: what is right is at worst written again
     */
    public Step<Optional<FilterState>> touch(Instant now) {
        List<Command> commands = new ArrayList<>(look());
        commands.addAll(lifetime.look());
        Batch batch = batch(commands.toArray(new Command[0]));
        return Step.send(
                batch,
                replies -> conclude(
                                texts(readRegister, replies.get(0)),
                                texts(readCopy, replies.get(1)),
                                new RoundLimit(name()))
                        .then(found -> found.filter(FilterState::isSettled)
                                .map(state -> lifetime.mend(state, replies.subList(2, 4), now))
                                .orElseGet(Step::done)
                                .map(mended -> found)));
    }

    /** Returns what says how long both hashes stay. */
    public RegisterLifetime lifetime() {
        return lifetime;
    }

    /** Removes both hashes. */
    Step<Void> remove() {
        return write(Commands.unlink(register, copy));
    }

    /**
     * Writes the version that is to follow another one, unless another client has written one. What the present version
     * has ended is removed before, so that a version that makes layers usable comes after the end of those before it.
     *
     * @param current the current version, as it was read; empty if nothing was stored
     */
    public Step<Written> compareAndSet(Optional<FilterState> current, FilterState next) {
        return current.map(this::removeEnded)
                .orElseGet(Step::done)
                .then(removed -> write(current, next, new RoundLimit(name())));
    }

    /** Writes the version that is to follow another one. */
    public Step<Written> compareAndSet(FilterState current, FilterState next) {
        return compareAndSet(Optional.of(current), next);
    }

    /**
     * Does so where the server may have no memory for another version: what the next version is to end is removed
     * first. The register is read before that, and the version tried again, since a server that was demoted may have
     * said that its memory is full.
     */
    public Step<Written> compareAndSetOnAFullServer(FilterState current, FilterState next) {
        return compareAndSet(current, next)
                .recover(full -> ifOutOfMemory(
                        full,
                        () -> read().then(found -> isVersion(found, current)
                                ? compareAndSet(current, next)
                                        .recover(again -> ifOutOfMemory(
                                                again,
                                                () -> removeEnded(next).then(removed -> compareAndSet(current, next))))
                                : Step.done(new Written(found, false)))));
    }

    private static boolean isVersion(Optional<FilterState> found, FilterState known) {
        return found.filter(state -> state.version().by().equals(known.version().by()))
                .isPresent();
    }

    /** Returns an alternative to a write that was refused for want of memory; any other failure is thrown again. */
    static <R> Step<R> ifOutOfMemory(BloomFilterException failure, Supplier<Step<R>> alternative) {
        if (failure instanceof BackendException refused
                && refused.reason() == Reason.OUT_OF_MEMORY
                && !refused.mayHaveBeenApplied()) {
            return alternative.get();
        }
        throw failure;
    }

    /** Does so when what the present version has ended was removed already. */
    Step<Written> compareAndSetRemoved(FilterState current, FilterState next) {
        return write(Optional.of(current), next, new RoundLimit(name()));
    }

    /** Removes the keys of the layers that a version has ended. */
    public Step<Void> removeEnded(FilterState state) {
        return PartitionRemoval.unlink(names, state.generation().shape(), state.ended());
    }

    private Step<Written> write(Optional<FilterState> current, FilterState wanted, RoundLimit rounds) {
        if (current.filter(state -> isOld(state.version())).isPresent()) {
            return read(rounds).map(found -> new Written(found, false));
        }
        FilterState next = wanted.following(current, environment.ids().get());
        long number = next.version().number();
        List<Command> commands = new ArrayList<>();
        commands.add(put(register, number, StateText.encode(next)));
        List<String> outdated = current.map(FilterState::version).orElse(Version.NONE).outdated().stream()
                .map(Object::toString)
                .toList();
        if (!outdated.isEmpty()) {
            commands.add(Commands.removeFields(register, outdated));
            commands.add(Commands.removeFields(copy, outdated));
        }
        commands.add(readRegister);
        Batch batch = batch(commands.toArray(new Command[0]));
        return Step.send(batch, replies -> {
            Answers.requireSuccess(batch.commands().get(0), replies.get(0));
            SortedMap<Long, String> texts = written(batch, replies);
            Step<Optional<FilterState>> reading = isThere(number, texts)
                    ? giveLife(next, texts, rounds).then(lives -> copy(texts, new TreeMap<>(), rounds))
                    : read(rounds);
            return reading.map(found -> new Written(found, isAmong(found, next) && isOfItsLife(found, next)))
                    .translateFailure(Register::afterAWrite);
        });
    }

    /**
     * Returns whether a version is not followed by the end of the filter, as one that revives what was lost is, nor by
     * a late version of another life.
     */
    private static boolean isOfItsLife(Optional<FilterState> found, FilterState written) {
        return written.isOver()
                || found.filter(state -> state.isOfLife(written.life())).isPresent();
    }

    /**
     * Ends a filter of which nothing was left when a version was written: a version revives nothing that was lost. A
     * client that may not write takes it for nothing.
     */
    private Step<Optional<FilterState>> end(FilterState revived, RoundLimit rounds) {
        rounds.next();
        return unlessRefused(
                removeEnded(revived)
                        .then(removed -> write(Optional.of(revived), revived.deleted(), rounds))
                        .map(Written::current),
                Optional.empty());
    }

    /** A client that may not write, or to which the server says that its memory is full, goes on without healing. */
    private static Step<Optional<FilterState>> unlessRefused(
            Step<Optional<FilterState>> healing, Optional<FilterState> otherwise) {
        return healing.recover(failure -> {
            if (failure instanceof BackendException refused
                    && REFUSALS.contains(refused.reason())
                    && !refused.mayHaveBeenApplied()) {
                return Step.done(otherwise);
            }
            throw failure;
        });
    }

    private boolean isOld(Version read) {
        return environment.nanoTime().getAsLong() - read.readNanos() > LONGEST.toNanos();
    }

    /**
     * Returns whether a version has counted. If a client is so slow that others have forgotten its number, its commands
     * can write that once more, beside newer ones that do not descend from it.
     */
    private static boolean isAmong(Optional<FilterState> found, FilterState written) {
        long number = written.version().number();
        return found.map(FilterState::version)
                .filter(version -> version.number() < number + Version.KEPT)
                .filter(version ->
                        written.version().by().equals(version.stored().get(number)))
                .isPresent();
    }

    private static String text(SortedMap<Long, String> texts, long number) {
        return Objects.requireNonNull(texts.get(number));
    }

    /** Finds the current version in what the hashes hold. */
    private Step<Optional<FilterState>> conclude(
            SortedMap<Long, String> ours, SortedMap<Long, String> copied, RoundLimit rounds) {
        if (ours.isEmpty() && copied.isEmpty()) {
            return Step.done(Optional.empty());
        }
        if (copied.isEmpty() || (!ours.isEmpty() && ours.lastKey() > copied.lastKey())) {
            return copy(ours, copied, rounds);
        }
        long number = copied.lastKey();
        if (!ours.containsKey(number)) {
            return restore(ours, copied, rounds);
        }
        FilterState state = state(number, text(copied, number), ours, copied);
        if (!text(ours, number).equals(text(copied, number))) {
            return writeAgain(state, state, rounds);
        }
        SortedMap<Long, String> before =
                copied.headMap(number).isEmpty() ? ours.headMap(number) : copied.headMap(number);
        return !before.isEmpty() && isStray(state, ours, copied)
                ? goBack(state, state(before.lastKey(), text(before, before.lastKey()), ours, copied), rounds)
                : complete(state, ours, copied, rounds);
    }

    /**
     * Writes the state before one more time, in the place of a version that does not descend from it. If that had ended
     * the filter, it ends. So it does if the state before is unfinished: it may have come late itself, after the server
     * has lost everything, and to finish it would empty the filter.
     */
    private Step<Optional<FilterState>> goBack(FilterState stray, FilterState before, RoundLimit rounds) {
        boolean goesOn = !stray.isOver() && before.phase() == FilterState.Phase.READY;
        return writeAgain(stray, goesOn || before.isOver() ? before : before.deleted(), rounds);
    }

    /**
     * Gives a hash that was made anew a version before the current one. So a filter of which both hashes have one
     * version only, which is not the first, was lost before that was written.
     */
    private Step<Optional<FilterState>> complete(
            FilterState state, SortedMap<Long, String> ours, SortedMap<Long, String> copied, RoundLimit rounds) {
        long number = state.version().number();
        boolean isComplete = hasPredecessor(number, ours);
        if (isFirst(state) || isComplete == hasPredecessor(number, copied)) {
            return !isFirst(state) && !state.isOver() && ours.size() == 1 && copied.size() == 1
                    ? end(state, rounds)
                    : Step.done(Optional.of(state));
        }
        long previous = number - 1;
        if (previous == 1) {
            // A first version needs none before it: one that comes late would begin the filter again, as an empty one.
            return writeAgain(state, state, rounds);
        }
        return bring(
                isComplete ? readCopy : readRegister,
                previous,
                text(isComplete ? ours : copied, previous),
                () -> Step.done(Optional.of(state)),
                // It may have been evicted once more.
                now -> now.containsKey(number) ? Step.done(Optional.of(state)) : read(rounds));
    }

    private static boolean isFirst(FilterState state) {
        return state.version().number() == 1;
    }

    /** Returns whether a hash has a version, and the one that it was written on. */
    private boolean hasPredecessor(long number, SortedMap<Long, String> texts) {
        return StateText.follows(name(), texts.get(number), texts.get(number - 1));
    }

    /**
     * Returns whether a version does not descend from the one before it: a failover has undone that, and a command has
     * arrived late. Only the copy tells which text of a number has counted.
     */
    private boolean isStray(FilterState state, SortedMap<Long, String> ours, SortedMap<Long, String> copied) {
        long number = state.version().number();
        return copied.containsKey(number - 1) ? !hasPredecessor(number, copied) : !ours.containsKey(number - 1);
    }

    /**
     * Copies the newest version of the register. One that cannot be copied is taken as it is: the server's memory is
     * full, or this client may not write.
     */
    private Step<Optional<FilterState>> copy(
            SortedMap<Long, String> ours, SortedMap<Long, String> copied, RoundLimit rounds) {
        long number = ours.lastKey();
        FilterState state = state(number, text(ours, number), ours, copied);
        return bring(
                readCopy,
                number,
                text(ours, number),
                () -> Step.done(Optional.of(state)),
                now -> isThere(number, now)
                        ? giveLife(state, now, rounds).then(lives -> conclude(ours, now, rounds))
                        : read(rounds));
    }

    /** Writes the newest version of the copy to the register, which has lost it. */
    private Step<Optional<FilterState>> restore(
            SortedMap<Long, String> ours, SortedMap<Long, String> copied, RoundLimit rounds) {
        long number = copied.lastKey();
        FilterState state = state(number, text(copied, number), ours, copied);
        return bring(
                readRegister,
                number,
                text(copied, number),
                () -> {
                    ours.put(number, text(copied, number));
                    return conclude(ours, copied, rounds);
                },
                now -> isThere(number, now)
                        ? giveLife(state, now, rounds).then(lives -> conclude(now, copied, rounds))
                        : read(rounds));
    }

    /**
     * Writes a version that one hash has to the other one.
     *
     * @param read reads the hash that lacks it
     * @param refused continues if this client may not write, or the server's memory is full
     * @param brought continues with what that hash has then; it may have been evicted just now
     */
    private Step<Optional<FilterState>> bring(
            Command read,
            long number,
            String text,
            Supplier<Step<Optional<FilterState>>> refused,
            Function<SortedMap<Long, String>, Step<Optional<FilterState>>> brought) {
        Batch batch = batch(put(read.key(), number, text), read);
        return Step.send(batch, replies -> {
            if (Answers.isRefused(replies.get(0))) {
                return refused.get();
            }
            Answers.requireSuccess(batch, replies);
            return brought.apply(texts(read, replies.get(1)));
        });
    }

    /** Returns whether a hash has a version or a later one: it was not evicted since that was written. */
    private static boolean isThere(long number, SortedMap<Long, String> texts) {
        return !texts.isEmpty() && texts.lastKey() >= number;
    }

    /**
     * Gives a hash its expiry if it was made anew. It lacks older versions then, or has some of another life; several
     * clients may have written to it at once, and none of them knows whether it was the first one.
     */
    private Step<Void> giveLife(FilterState state, SortedMap<Long, String> texts, RoundLimit rounds) {
        return isWhole(texts) ? Step.done() : lifetime.give(state, rounds);
    }

    /** Returns whether each of the newest versions follows the one before it. */
    private boolean isWhole(SortedMap<Long, String> texts) {
        long newest = texts.lastKey();
        return LongStream.rangeClosed(Math.max(2, newest - Version.KEPT + 2), newest)
                .allMatch(number -> hasPredecessor(number, texts));
    }

    private SortedMap<Long, String> written(Batch batch, List<Reply> replies) {
        try {
            Answers.requireSuccess(batch, replies);
            return texts(readRegister, replies.get(replies.size() - 1));
        } catch (BackendException failure) {
            throw afterAWrite(failure);
        }
    }

    /** The first command of a write may have taken effect, even if a later one was refused. */
    private static BloomFilterException afterAWrite(BloomFilterException failure) {
        return failure instanceof BackendException backend && !backend.mayHaveBeenApplied()
                ? backend.afterAnAppliedWrite()
                : failure;
    }

    /**
     * Writes a state once more, after a version that does not count or is not the same in both hashes, or that a hash
     * which was made anew cannot prove. What only that version uses would stay for ever.
     */
    private Step<Optional<FilterState>> writeAgain(FilterState newest, FilterState current, RoundLimit rounds) {
        rounds.next();
        List<Ended> stray = newest.deleted().ended().stream()
                .filter(ended -> !current.uses(ended.name()))
                .toList();
        return unlessRefused(
                removeEnded(current)
                        .then(removed -> PartitionRemoval.unlink(
                                names, newest.generation().shape(), stray))
                        .then(removed -> write(Optional.of(newest), current, rounds))
                        .map(Written::current),
                Optional.of(current));
    }

    private FilterState state(long number, String text, SortedMap<Long, String> ours, SortedMap<Long, String> copied) {
        // First, since a version of another format may name its author in another way.
        FilterState state = StateText.decode(name(), number, text);
        Map<Long, String> stored = new HashMap<>();
        ours.forEach((version, other) -> stored.put(version, StateText.by(name(), other)));
        copied.forEach((version, other) -> stored.put(version, StateText.by(name(), other)));
        return state.read(stored, environment.nanoTime().getAsLong());
    }

    private static Command put(byte[] key, long number, String text) {
        return Commands.putIfAbsent(key, Long.toString(number), text);
    }

    /** Fields that are no numbers count only if there is nothing else: somebody else may have added them. */
    private SortedMap<Long, String> texts(Command read, Reply reply) {
        Answers.requireSuccess(read, reply);
        Map<String, String> fields = Answers.fields(reply, "the register of the filter '" + name() + "'");
        SortedMap<Long, String> texts = new TreeMap<>();
        fields.forEach((field, text) -> {
            Long number = Longs.tryParse(field);
            if (number != null && number > 0) {
                texts.put(number, text);
            }
        });
        if (texts.isEmpty() && !fields.isEmpty()) {
            throw unreadable(fields);
        }
        return texts;
    }

    private BloomFilterException unreadable(Map<String, String> fields) {
        if (fields.getOrDefault("spec", "").startsWith("format=1;")) {
            return new UnsupportedFilterException("the filter '" + name()
                    + "' is stored in format 1, which this release does not read: remove its keys, and create it anew");
        }
        return StrangeValue.noSpecification(
                name(), "register", ", but the fields " + new TreeSet<>(fields.keySet()), null);
    }

    /** Asks the server that has the register for its time, in milliseconds since 1970. */
    public Step<Long> serverMillis() {
        Command ask = Commands.time(register);
        return Step.send(batch(ask), replies -> Step.done(Answers.millis(ask, replies.get(0))));
    }
}
