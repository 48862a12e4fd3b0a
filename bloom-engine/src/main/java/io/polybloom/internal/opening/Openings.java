package io.polybloom.internal.opening;

import io.polybloom.Acknowledgement;
import io.polybloom.FilterSpec;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.internal.redis.Answers;
import io.polybloom.internal.redis.Commands;
import io.polybloom.internal.redis.Steps;
import io.polybloom.internal.seam.Seams;
import io.polybloom.layout.Layout;
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
import java.util.stream.IntStream;

/** Begins to open filters: how one is found and made is told by its layout. */
public final class Openings {

    private static final List<OpeningRoom> ROOMS = Seams.of(OpeningRoom.class);

    private Openings() {}

    /**
     * Returns the way to open the filter that a caller asks for, by its layout.
     *
     * @param elementFormat how the caller's elements become bytes; empty if that is not known
     */
    public static Opening of(FilterSpec spec, String elementFormat, Environment environment) {
        Layout layout = Layouts.get(spec.layout());
        return Seams.first(ROOMS, room -> room.opening(spec, layout, environment))
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
}
