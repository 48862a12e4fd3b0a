package io.polybloom.internal.claims;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.PartitionSweep;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.register.Register;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The ids of the claims of all writers, since one of the clears of a filter: a hash and its copy, in which the id of a
 * writer counts when it is in the copy, as a version of the filter does.
 */
final class Writers {

    private final Register register;
    private final FilterDescription filter;

    /** Creates the view of the writers of a filter since its most recent clear. */
    Writers(Register register, FilterDescription filter) {
        this.register = register;
        this.filter = filter;
    }

    private byte[] hash(String epoch) {
        return register.names().writers(epoch).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] copy(String epoch) {
        return register.names().copyOfWriters(epoch).getBytes(StandardCharsets.UTF_8);
    }

    private String epoch() {
        return ClaimsKey.epoch(filter);
    }

    /** Returns the key of the claims of a writer, if it was made. */
    Step<Optional<ClaimsKey>> find(String writer) {
        return ids(epoch()).map(ids -> ids.of(writer).map(id -> new ClaimsKey(filter, writer, id)));
    }

    /**
     * Does so, and restores what one of the hashes has lost. The filter may have been cleared or deleted since: then
     * its caller {@linkplain #forget forgets} what it has written.
     */
    Step<Optional<ClaimsKey>> findAndRestore(String writer) {
        return ids(epoch())
                .then(ids -> ids.haveBoth(writer)
                        ? Step.done(ids.of(writer).map(id -> new ClaimsKey(filter, writer, id)))
                        : put(writer, ids.of(writer).orElseThrow()).map(Optional::of));
    }

    /** Records the id of a writer's claims, unless there is one; the value is the key that counts. */
    Step<ClaimsKey> put(String writer, String id) {
        byte[] hash = hash(epoch());
        byte[] copy = copy(epoch());
        Command read = Commands.readHash(hash);
        Command readCopy = Commands.readHash(copy);
        Batch first = register.batch(Commands.putIfAbsent(hash, writer, id), live(hash), read);
        return Steps.send(first, replies -> {
            String ours = fields(replies.get(2)).getOrDefault(writer, id);
            Batch second = register.batch(Commands.putIfAbsent(copy, writer, ours), live(copy), readCopy);
            return Steps.send(
                    second,
                    copied -> Step.done(
                            new ClaimsKey(filter, writer, fields(copied.get(2)).getOrDefault(writer, ours))));
        });
    }

    /** Forgets the ids of all writers, after the epoch in which they were recorded has ended. */
    Step<Void> forget() {
        return register.write(Commands.unlink(hash(epoch()), copy(epoch())));
    }

    private Command live(byte[] key) {
        return Commands.live(key, Lifetime.of(filter).ofWhole());
    }

    /** Gives all claims of this filter its lifetime. */
    Step<Void> live(Lifetime lifetime) {
        String epoch = epoch();
        return claims(epoch)
                .then(claims -> claims.isEmpty()
                        ? Step.done()
                        : register.write(
                                        Commands.live(hash(epoch), lifetime.ofWhole()),
                                        Commands.live(copy(epoch), lifetime.ofWhole()))
                                .then(expired -> sweep(claims, key -> live(key, lifetime))));
    }

    /** Removes the claims that were made before the most recent clear. */
    Step<Void> sweepEarlier() {
        return sweep(filter.clears() - 1);
    }

    /** Removes all claims. */
    Step<Void> sweepAll() {
        return sweep(filter.clears());
    }

    /** A client may have recorded a claim after the clear that ended its epoch: the next one removes it. */
    private Step<Void> sweep(long last) {
        List<String> epochs = LongStream.rangeClosed(Math.max(0, last - 1), last)
                .mapToObj(clears -> filter.origin() + "." + clears)
                .toList();
        if (epochs.isEmpty()) {
            return Step.done();
        }
        List<byte[]> hashes = epochs.stream()
                .flatMap(epoch -> Stream.of(hash(epoch), copy(epoch)))
                .toList();
        Batch batch = register.batch(hashes.stream().map(Commands::readHash).toArray(Command[]::new));
        return Steps.send(batch, replies -> {
            Set<ClaimsKey> claims = new LinkedHashSet<>();
            replies.forEach(
                    reply -> fields(reply).forEach((writer, id) -> claims.add(new ClaimsKey(filter, writer, id))));
            return claims.isEmpty()
                    ? Step.done()
                    : unlink(List.copyOf(claims))
                            .then(removed -> register.write(Commands.unlink(
                                    hashes.get(0),
                                    hashes.subList(1, hashes.size()).toArray(new byte[0][]))));
        });
    }

    private Step<List<ClaimsKey>> claims(String epoch) {
        return ids(epoch).map(ids -> {
            Set<ClaimsKey> claims = new LinkedHashSet<>();
            ids.ours.forEach((writer, id) -> claims.add(new ClaimsKey(filter, writer, id)));
            ids.copied.forEach((writer, id) -> claims.add(new ClaimsKey(filter, writer, id)));
            return List.copyOf(claims);
        });
    }

    /** The fields of the hash and of its copy, which counts. */
    private record Ids(Map<String, String> ours, Map<String, String> copied) {

        Optional<String> of(String writer) {
            return Optional.ofNullable(copied.getOrDefault(writer, ours.get(writer)));
        }

        /** Returns whether both have the same id of a writer, or none. */
        boolean haveBoth(String writer) {
            return Objects.equals(ours.get(writer), copied.get(writer));
        }
    }

    private Step<Ids> ids(String epoch) {
        Batch batch = register.batch(Commands.readHash(hash(epoch)), Commands.readHash(copy(epoch)));
        return Steps.send(batch, replies -> Step.done(new Ids(fields(replies.get(0)), fields(replies.get(1)))));
    }

    private Map<String, String> fields(Reply reply) {
        return Answers.fields(reply, "the writers of the filter '" + register.name() + "'");
    }

    /** Removes all claims. */
    static Step<Void> unlink(List<ClaimsKey> claims) {
        return sweep(claims, key -> Commands.unlink(key.bytes()));
    }

    /** Returns the command that gives the claims of a writer the lifetime of their filter. */
    static Command live(ClaimsKey claims, Lifetime lifetime) {
        return Commands.live(claims.bytes(), claims.lifetime(lifetime));
    }

    /** Sends one command for each, as many at a time as for partitions; nothing more after the first failure. */
    private static Step<Void> sweep(List<ClaimsKey> claims, Function<ClaimsKey, Command> command) {
        if (claims.isEmpty()) {
            return Step.done();
        }
        return Steps.all(
                claims.stream().map(key -> key.batch(command.apply(key))).iterator(),
                PartitionSweep.MOST_IN_FLIGHT,
                Answers::requireSuccess,
                Step::done);
    }
}
