package io.polybloom.simulation.actor;

import io.polybloom.simulation.redis.Session;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A batch on its way: how far the server has come with it. */
public final class Sent {

    private static final Exception BROKEN = new BrokenConnection();

    private final long number;
    private final int since;
    private final Batch batch;
    private final List<Reply> replies = new ArrayList<>();
    private Batch asked;
    private UnaryOperator<List<Reply>> translation = UnaryOperator.identity();
    private @Nullable Session session;

    Sent(long number, int since, Batch batch) {
        this.number = number;
        this.since = since;
        this.batch = batch;
        this.asked = batch;
    }

    Sent translatedBy(UnaryOperator<List<Reply>> other) {
        translation = other;
        return this;
    }

    Sent askedBy(Batch engines) {
        asked = engines;
        return this;
    }

    /** The batch of the engine, to which there may have been added. */
    Batch asked() {
        return asked;
    }

    /** The replies to the batch of the engine. */
    List<Reply> answers() {
        return translation.apply(replies);
    }

    /** Its number, unique in the run. */
    public long number() {
        return number;
    }

    /** When it was sent. */
    public int since() {
        return since;
    }

    /** The batch that was sent. */
    public Batch batch() {
        return batch;
    }

    /** The reply to the command that was executed last, for a journal. */
    public String lastReply() {
        Reply last = replies.get(replies.size() - 1);
        if (last instanceof Reply.Int number) {
            return Long.toString(number.value());
        }
        if (last instanceof Reply.Ints numbers) {
            return Arrays.toString(numbers.values());
        }
        return last instanceof Reply.Bytes bytes ? new String(bytes.value(), StandardCharsets.UTF_8) : shape(last);
    }

    private static String shape(Reply reply) {
        return reply instanceof Reply.Many many ? many.elements().size() + " values" : reply.toString();
    }

    @Override
    public String toString() {
        return batch.commands().subList(replies.size(), batch.size()).toString();
    }

    /** Whether every command has a reply, or never gets one. */
    public boolean isAnswered() {
        return replies.size() == batch.size();
    }

    /** The number of commands that were executed or given up. */
    public int executed() {
        return replies.size();
    }

    /** The next command. */
    public Command next() {
        return batch.commands().get(replies.size());
    }

    /** The commands that are executed as one: the next one, or all of a group. */
    public List<Command> nextToExecute() {
        return batch.isGroup() ? batch.commands() : List.of(next());
    }

    List<Reply> replies() {
        return replies;
    }

    /** Whether it asked a server for its time, and the server has answered. */
    boolean tellsTime() {
        for (int i = 0; i < replies.size(); i++) {
            if (batch.commands().get(i).verb() == Verb.TIME && !(replies.get(i) instanceof Reply.Failure)) {
                return true;
            }
        }
        return false;
    }

    /** Returns its connection, which is one of the client's to where it is led when the batch begins. */
    Session connect(SimulatedServer server, int client, boolean mayWrite) {
        Session present = session;
        if (present == null) {
            present = new Session(server, client, mayWrite);
            session = present;
        }
        return present;
    }

    /** Returns its connection; only if it has one. */
    public Session session() {
        return Objects.requireNonNull(session);
    }

    void execute(Session connection, Distortion distortion, Call caller) {
        replies.add(distortion.execute(next(), caller, connection::execute));
    }

    void refuse(Reply refusal) {
        replies.addAll(Collections.nCopies(batch.size(), refusal));
    }

    /** Gives up the commands that have not been executed, and also those that have, if the replies are lost. */
    void breakOff(boolean losesReplies) {
        if (losesReplies) {
            replies.clear();
        }
        while (!isAnswered()) {
            replies.add(Reply.Failure.noAnswer(BROKEN));
        }
    }

    /** The rest of the batch, for the network to deliver when nobody waits for it any more. */
    Sent heldBack() {
        Sent rest = new Sent(number, since, batch);
        rest.replies.addAll(replies);
        rest.session = session;
        return rest;
    }

    private static final class BrokenConnection extends Exception {
        private static final long serialVersionUID = 1L;

        private BrokenConnection() {
            super("the connection broke", null, false, false);
        }
    }
}
