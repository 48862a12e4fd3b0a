package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.internal.config.ConfigKey;
import io.polybloom.internal.config.ConfigRecord;
import io.polybloom.internal.redis.Answers;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gives a filter that is ready a trace if it has none: its copy may not be finished yet, or the trace was lost. The
 * trace is written again only while the config shows that the life continues. No client uses a filter before it has its
 * trace: without the trace, a filter of the same name could be made as soon as the config is lost.
 */
final class MissingTrace {

    private final ConfigKey config;
    private final FilterDescription stored;
    private final TraceBirth trace;

    MissingTrace(ConfigKey config, FilterDescription stored) {
        this.config = config;
        this.stored = stored;
        this.trace = new TraceBirth(config, stored);
    }

    /** Returns the steps; the value is the filter as most recently read: another one, or none, if its life is over. */
    Step<Optional<FilterDescription>> restore() {
        Optional<Instant> expireAt = stored.expireAt();
        return trace.bear(expireAt).then(origins -> origins.isEmpty() ? makeAnew() : judge(origins, expireAt));
    }

    private Step<Optional<FilterDescription>> judge(Set<String> origins, Optional<Instant> applied) {
        return origins.contains(stored.origin()) ? settle(applied) : requireEnded();
    }

    /** Next to the trace of another life, this life does not count: the config of the other one was lost. */
    private Step<Optional<FilterDescription>> requireEnded() {
        return look().also(now -> {
            if (isSameLife(now)) {
                throw new LostConfig(config.name()).complaint();
            }
        });
    }

    /** A deletion removes the trace before the config, so if the config is still there, the trace was lost. */
    private Step<Optional<FilterDescription>> makeAnew() {
        return look().then(now -> {
            if (!isSameLife(now)) {
                return Step.done(now);
            }
            List<Command> commands = new ArrayList<>(trace.conceive());
            commands.add(config.read());
            return bearAnew(config.batch(commands.toArray(new Command[0])));
        });
    }

    private Step<Optional<FilterDescription>> bearAnew(Batch conceiving) {
        return Step.send(conceiving, replies -> {
            Answers.requireSuccess(conceiving, replies);
            Optional<FilterDescription> now = config.stored(replies.get(replies.size() - 1));
            if (!isSameLife(now)) {
                return config.write(trace.abandon()).map(abandoned -> now);
            }
            Optional<Instant> expireAt = now.get().expireAt();
            return trace.bear(expireAt)
                    .then(origins -> origins.isEmpty() ? settle(expireAt) : judge(origins, expireAt));
        });
    }

    /** Another client may have set another expiry in the meantime. */
    private Step<Optional<FilterDescription>> settle(Optional<Instant> applied) {
        return look().then(now -> {
            Optional<Instant> expireAt = now.flatMap(FilterDescription::expireAt);
            return !isSameLife(now) || expireAt.equals(applied)
                    ? Step.done(now)
                    : config.write(config.expireTrace(expireAt)).then(expired -> settle(expireAt));
        });
    }

    private Step<Optional<FilterDescription>> look() {
        return config.look().map(found -> found.map(ConfigRecord::filter));
    }

    private boolean isSameLife(Optional<FilterDescription> now) {
        return now.filter(later -> later.origin().equals(stored.origin())).isPresent();
    }
}
