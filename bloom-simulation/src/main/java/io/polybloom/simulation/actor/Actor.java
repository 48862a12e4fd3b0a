package io.polybloom.simulation.actor;

import io.polybloom.driver.Flight;
import io.polybloom.driver.PrimaryProof;
import io.polybloom.simulation.redis.Session;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls one operation after another. It drives their steps as an adapter does, but every event waits until it is let
 * happen.
 */
public final class Actor {

    /** The most events of a call; more than these show an endless loop of the engine. */
    private static final int MOST_EVENTS = 20_000;

    private final int index;
    private final String name;
    private final Connection connection;
    private final Stage stage;
    private final PrimaryProof proof;
    private final Deque<Operation> script;
    private final List<Sent> sent = new ArrayList<>();
    private final Set<String> readByCopy = new HashSet<>();

    /** When it asked for a server's time, until its engine is told, which waits for all replies of the step. */
    private final List<Integer> clockAsked = new ArrayList<>();

    /** Whether a reply of the present step has failed: then the engine may be told nothing of the others. */
    private boolean lacksReplies;

    /** How many batches of the present step were answered. */
    private int answered;

    /** How many commands and replies its call has had. */
    private int events;

    private boolean dead;
    private boolean lastFailed;
    private @Nullable Call call;
    private @Nullable Step<?> step;
    private SingleCalls.@Nullable Entry entry;
    private @Nullable Flight flight;

    /** Creates an actor with the operations that it calls. */
    public Actor(int index, String name, Connection connection, Stage stage, List<Operation> script) {
        this.index = index;
        this.name = name;
        this.connection = connection;
        this.stage = stage;
        this.proof = stage.firstProof();
        this.script = new ArrayDeque<>(script);
        skip();
    }

    /** Its number. */
    public int index() {
        return index;
    }

    /** Its name. */
    public String name() {
        return name;
    }

    /** The next call; null if it is in the middle of a call, or has nothing more to do. */
    public @Nullable Operation next() {
        return call == null && !dead ? script.peek() : null;
    }

    /** Returns the calls that it has not begun. */
    public Collection<Operation> toCome() {
        return script;
    }

    /** Returns whether its last call has failed. */
    public boolean hasFailed() {
        return lastFailed;
    }

    /** The call that it is in the middle of. */
    public @Nullable Call call() {
        return call;
    }

    /** The batches that it has sent and that are not answered, oldest first. */
    public List<Sent> sent() {
        return sent;
    }

    /** Whether there is nothing more to come of it. */
    public boolean isOver() {
        return dead || call == null && script.isEmpty();
    }

    /** Returns whether the number of events shows that its call does not end. */
    public boolean isEndless() {
        return events > MOST_EVENTS;
    }

    /** Whether the next command of a batch may be executed now. */
    public boolean mayExecute(Sent batch) {
        return !batch.isAnswered() && (connection == Connection.UNORDERED || isFirstUnanswered(batch));
    }

    /** Whether the replies to a batch may arrive now. */
    public boolean mayDeliver(Sent batch) {
        return batch.isAnswered() && (connection == Connection.UNORDERED || sent.get(0) == batch);
    }

    /** Begins the next call. */
    public void start() {
        Operation operation = script.remove();
        Call begun = stage.begin(operation, index, name);
        call = begun;
        stage.actAs(index);
        try {
            entry = stage.enter(this, operation);
            step = entry == null ? stage.start(operation) : entry.steps();
            flight = null;
        } catch (RuntimeException | StackOverflowError thrown) {
            fail(thrown);
        }
        goOn();
        stage.goOn();
    }

    /** Whether its call is the one that has entered a queue so. */
    boolean isAbout(SingleCalls.Entry entered) {
        return entry == entered;
    }

    /** Has the answer to its call, which waited, from another actor. */
    void answer(boolean isYes) {
        finish(isYes);
    }

    /** Has an exception in place of the answer. */
    void answer(Throwable thrown) {
        if (thrown instanceof SingleCalls.DriverDied) {
            abandon();
        } else {
            fail(thrown);
        }
    }

    /** Drives the call of another actor from now on, which waits for that. */
    void drives(Actor other) {
        Objects.requireNonNull(call).takeAlong(Objects.requireNonNull(other.call));
    }

    /** Begins to drive calls that have waited, its own among them. */
    void drive() {
        stage.actAs(index);
        step = Objects.requireNonNull(entry).steps();
        flight = null;
        goOn();
    }

    /** Lets the server execute the next command of a batch, or all of a group. */
    public void execute(Sent batch) {
        events++;
        int number = batch.batch().server();
        SimulatedServer server = stage.servers().get(number);
        Call current = Objects.requireNonNull(call);
        Session session = connect(batch);
        boolean isGroup = batch.batch().isGroup();
        if (session.isAstray() || session.refusesWrites()) {
            current.noteFault(stage.time());
        }
        Reply refusal = isGroup ? session.refusal(batch.nextToExecute()) : null;
        if (refusal != null) {
            batch.refuse(refusal);
            return;
        }
        if (session.losesWrites()) {
            current.noteLostWrites();
        }
        server.execute(isGroup, session, () -> {
            for (Command next : batch.nextToExecute()) {
                noteCopy(next);
                current.noteExecution(next);
                noteMark(next, current);
                stage.authors().execute(number, session, next, current, false, batch.since(), () -> {
                    batch.execute(session, stage.distortion(), current);
                    return true;
                });
            }
        });
    }

    private Session connect(Sent batch) {
        return batch.connect(stage.servers().get(batch.batch().server()), index, stage.mayWrite(index));
    }

    /** Whether the next command of a batch goes to an old primary. */
    public boolean isAstray(Sent batch) {
        return connect(batch).isAstray();
    }

    /** Follows a server to its other process: the connections to the one before break. */
    public void redirect(int server) {
        stage.servers().get(server).redirect(index);
        for (Sent each : List.copyOf(sent)) {
            if (each.batch().server() == server && each.executed() > 0 && !each.isAnswered()) {
                breakOff(each, false);
            }
        }
    }

    /**
     * Notes the mark of a rebuild: the elements that have bits in the filter now were in the caller's database before.
     */
    private void noteMark(Command command, Call current) {
        boolean isMark = command.isWrite() && command.verb() == Verb.BITFIELD;
        if (isMark && current.operation().kind() == OperationKind.REBUILD) {
            stage.noteMark(current);
        }
    }

    /** Lets the server refuse a group, as it does while a slot is moving: none of the commands is executed. */
    public void refuse(Sent batch) {
        batch.refuse(Reply.Failure.ofServer("EXECABORT Transaction discarded because of previous errors.", null));
    }

    /** Hands the replies to a batch to the engine. */
    public void deliver(Sent batch) {
        events++;
        sent.remove(batch);
        batch.replies().forEach(stage.transcript()::add);
        if (batch.tellsTime()) {
            clockAsked.add(batch.since());
        }
        answered++;
        lacksReplies |= batch.answers().stream().anyMatch(Reply.Failure.class::isInstance);
        stage.actAs(index);
        try {
            Objects.requireNonNull(flight).answered(batch.asked(), batch.answers());
        } catch (RuntimeException | StackOverflowError thrown) {
            fail(thrown);
        }
        goOn();
        stage.goOn();
    }

    /**
     * Breaks the connection of a batch; the batches after it on an ordered connection are lost with it.
     *
     * @return the batches that the caller has given up, of this one and those after it
     */
    public List<Sent> breakOff(Sent batch, boolean losesReplies) {
        Objects.requireNonNull(call).noteFault(stage.time());
        List<Sent> broken = connection == Connection.UNORDERED
                ? List.of(batch)
                : List.copyOf(sent.subList(sent.indexOf(batch), sent.size()));
        List<Sent> rest = new ArrayList<>();
        for (Sent each : broken) {
            if (!each.isAnswered()) {
                connect(each);
                rest.add(each.heldBack());
            }
            each.breakOff(losesReplies);
        }
        return rest;
    }

    /**
     * Another server has taken over: a pipeline that has begun breaks off, since it does not continue with that one.
     */
    public void loseServer() {
        for (Sent each : List.copyOf(sent)) {
            if (each.executed() > 0 && !each.isAnswered()) {
                breakOff(each, false);
            }
        }
    }

    /** Notes that its call has met a fault. */
    public void noteFault() {
        Objects.requireNonNull(call).noteFault(stage.time());
    }

    /** Stops forever. */
    public void die() {
        abandon();
        dead = true;
    }

    /** Dies in the middle of a call, and another actor continues with the next one. */
    public void abandon() {
        Objects.requireNonNull(call).die(stage.time(), stage.serverMillis());
        end(true, new SingleCalls.DriverDied());
        stage.goOn();
    }

    private boolean isFirstUnanswered(Sent batch) {
        for (Sent each : sent) {
            if (!each.isAnswered()) {
                return each == batch;
            }
        }
        return false;
    }

    private void goOn() {
        try {
            while (step instanceof Step.Send<?> send) {
                Flight current = flight;
                if (current == null) {
                    current = new Flight(send, stage.mayBeMisled() ? connection : connection.toOnePrimary(), proof);
                    flight = current;
                }
                for (Batch batch = current.poll(); batch != null; batch = current.poll()) {
                    sent.add(stage.send(Objects.requireNonNull(call).operation(), batch, connection.joinsSlots()));
                }
                if (!current.isOver()) {
                    return;
                }
                flight = null;
                tellTime();
                step = send.next().get();
            }
            if (step instanceof Step.Done<?> done) {
                finish(done.value());
            }
        } catch (RuntimeException | StackOverflowError thrown) {
            fail(thrown);
        }
    }

    /**
     * Slices go by a time that was asked for beside the register. One that is asked for alone only says whether the
     * filter has expired.
     */
    private void tellTime() {
        boolean isTold = !lacksReplies && answered > 1;
        for (int asked : isTold ? clockAsked : List.<Integer>of()) {
            stage.noteReading(Objects.requireNonNull(call), asked);
        }
        clockAsked.clear();
        lacksReplies = false;
        answered = 0;
    }

    private void finish(@Nullable Object value) {
        Objects.requireNonNull(call).succeed(stage.time(), stage.serverMillis(), value);
        end(false, null);
    }

    private void fail(Throwable thrown) {
        Objects.requireNonNull(call).fail(stage.time(), stage.serverMillis(), thrown);
        end(true, thrown);
    }

    private void end(boolean failed, @Nullable Throwable reason) {
        stage.transcript().add(Objects.requireNonNull(call));
        SingleCalls.Entry left = entry;
        entry = null;
        if (left != null) {
            left.end(reason);
        }
        lastFailed = failed;
        call = null;
        step = null;
        sent.clear();
        readByCopy.clear();
        events = 0;
        clockAsked.clear();
        lacksReplies = false;
        answered = 0;
        skip();
    }

    /** Skips calls that are made only after a failure, and calls on an object that could not be opened. */
    private void skip() {
        while (!script.isEmpty() && isLeftOut(script.element())) {
            script.remove();
        }
    }

    private boolean isLeftOut(Operation operation) {
        boolean needsObject = operation.spec() == null && operation.kind() != OperationKind.PASS;
        return operation.onlyAfterFailure() && !lastFailed || needsObject && !stage.hasObject(operation.object());
    }

    private void noteCopy(Command command) {
        Call current = Objects.requireNonNull(call);
        if (current.operation().kind() == OperationKind.COPY
                && command.verb().name().equals("GETRANGE")
                && !readByCopy.add(new String(command.key(), StandardCharsets.ISO_8859_1))) {
            current.noteSourceReadAgain(stage.time());
        }
    }
}
