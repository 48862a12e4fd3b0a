package io.polybloom.internal.open;

import io.polybloom.Acknowledgement;
import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.config.SpecComparison;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.layout.Layouts;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** How filters of one kind are found and made: the native ones, or those of another system. Immutable. */
public abstract class Opening {

    final String name;
    final Environment environment;

    Opening(String name, Environment environment) {
        this.name = name;
        this.environment = environment;
    }

    /**
     * Returns the way to open the filter that a caller asks for, by its layout.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     */
    public static Opening of(FilterSpec spec, String elementFormat, Environment environment) {
        return Layouts.get(spec.layout())
                .foreign()
                .<Opening>map(layout -> layout.module().isPresent()
                        ? new ModuleOpening(spec.name(), layout, environment)
                        : new ForeignOpening(spec, layout, environment))
                .orElseGet(() -> new NativeOpening(spec.name(), elementFormat, environment));
    }

    /**
     * Asks each server, before anything is written, whether it can tell what replicas have, or what is on disk.
     *
     * @throws UnsupportedFilterException in the step, if a server cannot
     */
    public static Step<Void> require(Acknowledgement asked, String name, Environment environment) {
        byte[] key = name.getBytes(StandardCharsets.UTF_8);
        List<Command> questions = new ArrayList<>();
        questions.add(Commands.acknowledgedByNobody(key, asked));
        if (asked.persisted()) {
            questions.add(Commands.areWritesOnDisk(key));
        }
        return Steps.each(IntStream.range(0, environment.servers()).iterator(), server -> ask(server, questions));
    }

    private static Step<Void> ask(int server, List<Command> questions) {
        Batch batch = new Batch(server, server, questions);
        return Step.send(batch, replies -> {
            for (int i = 0; i < replies.size(); i++) {
                if (replies.get(i) instanceof Reply.Failure refused && Answers.isUnavailable(refused)) {
                    throw new UnsupportedFilterException(
                            need(questions.get(i)) + ". The server says: " + refused.serverError());
                }
            }
            Answers.requireSuccess(batch, replies);
            return Step.done();
        });
    }

    private static String need(Command refused) {
        return refused.verb() == Verb.WAIT
                ? "acknowledgedBy needs WAIT, which this server or its proxy refuses: leave it out, or use a server"
                        + " that executes WAIT"
                : "persisted() needs WAITAOF, which Redis 7.2 and later and Valkey have, a server with 'appendonly yes'"
                        + " and a user who may send it";
    }

    /** Returns the filter's name. */
    public final String name() {
        return name;
    }

    /** Returns the environment in which the filter was opened. */
    public final Environment environment() {
        return environment;
    }

    /** Reads the stored parameters; empty if there is no filter. */
    public abstract Step<Optional<FilterDescription>> describe();

    /**
     * Reads the stored parameters so that an eviction of the least recently used keys spares the keys of the filter as
     * a whole, and restores lost ones if possible.
     */
    public Step<Optional<FilterDescription>> touch() {
        return describe();
    }

    /** Opens the stored filter, as far as it has been made. */
    public abstract Step<Generation> adoptStored();

    /** Opens the stored filter, as far as it has been made, if it has the caller's parameters. */
    public Step<Generation> adoptStored(FilterSpec spec) {
        return adoptStored().also(stored -> SpecComparison.requireSame(stored.description(), spec));
    }

    /** Opens the stored filter if it has the caller's parameters; creates it if nothing is stored. */
    public abstract Step<Generation> createOrAdopt(FilterSpec spec);

    /** Opens a filter with the parameters that have been read, and completes it. */
    public abstract Step<Generation> adopt(FilterDescription stored);

    /** Returns the complaint that a filter that was open is not there any more. */
    public final FilterGoneException gone() {
        return absent("is gone: it was deleted, it has expired, or the server has lost its data, as by FLUSHALL or by a"
                + " restart without persistence");
    }

    /** Returns the complaint that the filter has expired, by the server's clock. */
    public final FilterGoneException expired() {
        return absent("has expired", true);
    }

    /** Returns the complaint that there is no such filter. */
    public final FilterGoneException absent(String what) {
        return absent(what, false);
    }

    private FilterGoneException absent(String what, boolean hasExpired) {
        return new FilterGoneException(
                name,
                "the filter '" + name + "' " + what + ". To create it, empty, open it with a specification",
                hasExpired);
    }
}
