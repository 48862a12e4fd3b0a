package io.polybloom.internal.claims;

import io.polybloom.internal.filter.Recovery;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.ClaimsKey;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.redis.WriteTracking;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Forgets the claims of deliveries that will not be repeated, and counts the others. */
public final class Settlement {

    private final OpenClaims claims;
    private int attempts;

    /** Prepares an operation. */
    public Settlement(OpenClaims claims) {
        this.claims = claims;
    }

    /** Removes the claims that end with a delivery, or before it. */
    public Step<Void> settle(Snapshot now, long upTo) {
        Function<ClaimsKey, List<Command>> commands =
                key -> List.of(Commands.disclaimBetween(key.bytes(), Claim.least(0), Claim.greatest(upTo)));
        return WriteTracking.of(exchange(now, commands, (asked, replies) -> 0L)).asVoid();
    }

    /** Counts the deliveries that are claimed. */
    public Step<Long> count(Snapshot now) {
        String name = now.generation().description().name();
        Function<ClaimsKey, List<Command>> commands = key -> List.of(
                // Removes nothing. A server that is not a primary refuses it, so its success shows that a primary was
                // read.
                Commands.disclaim(key.bytes(), List.of("")),
                Commands.claimsBetween(key.bytes(), Claim.least(0), Claim.greatest(Long.MAX_VALUE)));
        return exchange(now, commands, (asked, replies) -> {
            Set<Long> deliveries = new HashSet<>();
            for (String text : Answers.texts(asked.get(1), replies.get(1))) {
                Claim claim = Claim.read(name, text);
                claim.claimed().stream()
                        .mapToObj(place -> claim.first() + place)
                        .forEach(deliveries::add);
            }
            return (long) deliveries.size();
        });
    }

    /** The value is 0 for a writer without claims. */
    private Step<Long> exchange(
            Snapshot now,
            Function<ClaimsKey, List<Command>> commands,
            BiFunction<List<Command>, List<Reply>, Long> reader) {
        if (++attempts > OpenClaims.MOST_ATTEMPTS) {
            throw Recovery.changedAgain(now.generation());
        }
        return claims.find(now)
                .then(found -> found.isPresent() ? exchangeIn(found.get(), commands, reader) : Step.done(0L));
    }

    private Step<Long> exchangeIn(
            Snapshot now,
            Function<ClaimsKey, List<Command>> commands,
            BiFunction<List<Command>, List<Reply>, Long> reader) {
        ClaimsKey key = claims.keyIn(now);
        List<Command> all = new ArrayList<>(commands.apply(key));
        Command isBorn = Commands.isBorn(key.bytes());
        all.add(isBorn);
        Batch batch = key.batch(all);
        return Steps.send(batch, replies -> {
            return Answers.integer(isBorn, replies.get(all.size() - 1)) == 0
                    ? claims.findSuccessor(now, List.of()).then(newer -> exchange(newer, commands, reader))
                    : Step.done(reader.apply(all, replies));
        });
    }
}
