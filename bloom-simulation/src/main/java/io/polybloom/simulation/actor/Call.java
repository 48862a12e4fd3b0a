package io.polybloom.simulation.actor;

import io.polybloom.spi.Command;
import io.polybloom.spi.Verb;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call of an operation: when it began, and when and how it ended. Times count the events of the run. */
public final class Call {

    /** Stands for the end of a call that has not ended. */
    public static final int NOT_ENDED = Integer.MAX_VALUE;

    /** The commands that bring elements, a seal or a mark to a filter. */
    private static final Set<Verb> WRITES_ELEMENTS = Set.of(Verb.BITFIELD, Verb.BITOP, Verb.BF_INSERT);

    private static final int NEVER = -1;

    /**
     * A reading of the server's clock.
     *
     * @param asked when the question was sent
     * @param told when the answer arrived
     */
    public record ClockReading(int asked, int told) {}

    private final Operation operation;
    private final String filter;
    private final String actor;
    private final int begin;
    private final long millis;
    private final long serverMillis;
    private long serverMillisAtEnd = Long.MAX_VALUE;
    private int end = NOT_ENDED;
    private int sourceReadAgain = NOT_ENDED;
    private boolean hasBits;
    private int lastFault = NEVER;
    private boolean died;
    private boolean losesWrites;
    private final List<ClockReading> clockReadings = new ArrayList<>();
    private final List<Call> together = new ArrayList<>();
    private List<String> marked = List.of();
    private int markedAt = NOT_ENDED;
    private @Nullable List<String> source;
    private @Nullable Object value;
    private @Nullable Throwable failure;

    Call(Operation operation, String filter, String actor, int begin, long millis, long serverMillis) {
        this.operation = operation;
        this.filter = filter;
        this.actor = actor;
        this.begin = begin;
        this.millis = millis;
        this.serverMillis = serverMillis;
    }

    void succeed(int time, long serverTime, @Nullable Object answer) {
        end = time;
        serverMillisAtEnd = serverTime;
        value = answer;
    }

    void fail(int time, long serverTime, Throwable thrown) {
        end = time;
        serverMillisAtEnd = serverTime;
        failure = thrown;
    }

    void die(int time, long serverTime) {
        end = time;
        serverMillisAtEnd = serverTime;
        lastFault = time;
        died = true;
    }

    /** Notes that another call, which has waited, goes with this one: what happens to this one happens to both. */
    void takeAlong(Call other) {
        together.add(other);
    }

    void noteFault(int time) {
        lastFault = time;
        together.forEach(other -> other.noteFault(time));
    }

    /** Notes that an old primary takes its writes and loses them. */
    public void noteLostWrites() {
        losesWrites = true;
        together.forEach(Call::noteLostWrites);
    }

    /** Whether it has spoken to an old primary that takes writes and loses them. */
    public boolean losesWrites() {
        return losesWrites;
    }

    /** Notes that a server executes one of its commands, perhaps after the call has given up waiting for the reply. */
    public void noteExecution(Command command) {
        if (command.isWrite() && WRITES_ELEMENTS.contains(command.verb())) {
            noteBits();
        }
    }

    private void noteBits() {
        hasBits = true;
        together.forEach(Call::noteBits);
    }

    boolean hasBits() {
        return hasBits;
    }

    void noteMark(List<String> elements, int time) {
        marked = List.copyOf(elements);
        markedAt = time;
    }

    /** The elements that a rebuild reads: the elements that had bits when it set its last mark. */
    List<String> readSource() {
        source = marked;
        return marked;
    }

    void noteClock(int asked, int told) {
        clockReadings.add(new ClockReading(asked, told));
        together.forEach(other -> other.noteClock(asked, told));
    }

    void noteSourceReadAgain(int time) {
        sourceReadAgain = Math.min(sourceReadAgain, time);
    }

    /** Returns a copy of this call that is some events later or earlier, at the same time by all clocks. */
    public Call movedBy(int events) {
        Call moved = new Call(operation, filter, actor, begin + events, millis, serverMillis);
        moved.serverMillisAtEnd = serverMillisAtEnd;
        moved.end = end == NOT_ENDED ? NOT_ENDED : end + events;
        moved.sourceReadAgain = sourceReadAgain == NOT_ENDED ? NOT_ENDED : sourceReadAgain + events;
        moved.hasBits = hasBits;
        moved.lastFault = lastFault == NEVER ? NEVER : lastFault + events;
        moved.died = died;
        moved.losesWrites = losesWrites;
        clockReadings.forEach(reading ->
                moved.clockReadings.add(new ClockReading(reading.asked() + events, reading.told() + events)));
        moved.marked = marked;
        moved.markedAt = markedAt == NOT_ENDED ? NOT_ENDED : markedAt + events;
        moved.source = source;
        moved.value = value;
        moved.failure = failure;
        return moved;
    }

    /** The operation that was called. */
    public Operation operation() {
        return operation;
    }

    /** The name of the filter that the object stands for. */
    public String filter() {
        return filter;
    }

    /** Who called. */
    public String actor() {
        return actor;
    }

    /** When it began. */
    public int begin() {
        return begin;
    }

    /** The clock of its caller when it began. */
    public long millis() {
        return millis;
    }

    /** The clock of the first server when it began. */
    public long serverMillis() {
        return serverMillis;
    }

    /** The clock of the first server when it ended. */
    public long serverMillisAtEnd() {
        return serverMillisAtEnd;
    }

    /** When it ended, or when its actor died; {@link #NOT_ENDED} if neither. */
    public int end() {
        return end;
    }

    /** When a copy began to read its source for the second time, to verify; the beginning if it never did. */
    public int verifiedFrom() {
        return sourceReadAgain == NOT_ENDED ? begin : sourceReadAgain;
    }

    /** When a rebuild has set its last mark: what is added from then on is kept, whether it reads it or not. */
    public int markedAt() {
        return markedAt;
    }

    /** The elements that a rebuild has read; null if it has not. */
    public @Nullable List<String> source() {
        return source;
    }

    /** When it was told the time of a server. */
    public List<ClockReading> clockReadings() {
        return clockReadings;
    }

    /** Whether its connection broke or led to an old primary, its server refused writes, or its actor died. */
    public boolean hasFault() {
        return lastFault != NEVER;
    }

    /** When that happened for the last time; before the beginning if it never did. */
    public int lastFault() {
        return lastFault;
    }

    /** Whether it ended with a value. */
    public boolean succeeded() {
        return end != NOT_ENDED && failure == null && !died;
    }

    /** Its value. */
    public @Nullable Object value() {
        return value;
    }

    /** The exception that it threw. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** Whether its actor died before it ended. */
    public boolean died() {
        return died;
    }

    @Override
    public String toString() {
        String outcome =
                died ? "died" : end == NOT_ENDED ? "no answer" : failure == null ? text(value) : failure.toString();
        return actor + ": " + operation + " -> " + outcome;
    }

    private static String text(@Nullable Object value) {
        return value instanceof boolean[] answers ? Arrays.toString(answers) : String.valueOf(value);
    }
}
