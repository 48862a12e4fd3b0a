package io.polybloom.simulation.actor;

import com.google.common.hash.Funnel;
import com.google.common.hash.Funnels;
import io.polybloom.Acknowledgement;
import io.polybloom.FilterCopy;
import io.polybloom.FilterMerge;
import io.polybloom.FilterOptions;
import io.polybloom.FilterRebuild;
import io.polybloom.FilterRemoval;
import io.polybloom.FilterSpec;
import io.polybloom.MirrorOptions;
import io.polybloom.driver.AcknowledgedTransport;
import io.polybloom.driver.PrimaryProof;
import io.polybloom.layout.Layouts;
import io.polybloom.operations.ClaimOperations;
import io.polybloom.operations.CounterOperations;
import io.polybloom.operations.FilterEngine;
import io.polybloom.operations.FilterOperations;
import io.polybloom.operations.MirrorOperations;
import io.polybloom.simulation.redis.SimulatedClock;
import io.polybloom.simulation.redis.SimulatedServer;
import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Transport;
import io.polybloom.spi.Verb;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import io.polybloom.step.WholePartitions;
import io.polybloom.transfer.SnapshotExport;
import io.polybloom.transfer.SnapshotImport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The common part of the actors of one run: servers, clock, filter objects and the history of their calls. */
public final class Stage {

    /** How elements become bytes, unless a call says otherwise. */
    public static final Funnel<CharSequence> TEXT = Funnels.stringFunnel(StandardCharsets.UTF_8);

    private final SimulatedClock clock;
    private final Distortion distortion;
    private final List<SimulatedServer> servers;
    private final FilterEngine engine;
    private final Map<String, FilterOperations<CharSequence>> objects = new HashMap<>();
    private final Map<String, ClaimOperations<CharSequence>> claims = new HashMap<>();

    /** Between two calls they are all alike. */
    private final Map<String, SingleCalls> singleCalls = new LinkedHashMap<>();

    /** Mirrors are those of another client: nobody tells them what is added. */
    private final FilterEngine mirroring;

    private final Map<String, MirrorOperations<CharSequence>> mirrors = new HashMap<>();
    private final Map<String, byte[]> snapshots = new HashMap<>();
    private final Map<String, String> filterOf = new HashMap<>();
    private final Map<String, FilterOptions> optionsOf = new HashMap<>();
    private final List<Call> history = new ArrayList<>();
    private final Authors authors;
    private final Transcript transcript;
    private final Map<Integer, Integer> idsDrawn = new HashMap<>();
    private final Map<Integer, Duration> ahead = new HashMap<>();
    private final Set<Integer> readers = new HashSet<>();
    private int acting;
    private int time;
    private long batches;
    private boolean mayBeMisled;
    private boolean callsWait;

    /** Sets up an empty stage. */
    public Stage(
            SimulatedClock clock,
            List<SimulatedServer> servers,
            WholePartitions whole,
            Distortion distortion,
            Transcript transcript) {
        this.clock = clock;
        this.distortion = distortion;
        this.transcript = transcript;
        this.servers = List.copyOf(servers);
        this.authors = new Authors(server -> clock.ofServer(server).millis());
        LongSupplier nanos = distortion.goesByTheWallClock() ? () -> 1_000_000 * now().toEpochMilli() : clock::nanos;
        Environment environment = new Environment(servers.size(), whole, this::now, nanos, this::nextId);
        this.engine = new FilterEngine(environment);
        this.mirroring = new FilterEngine(environment);
    }

    /** Lets clients be led to old primaries, so that they prove to whom they speak. */
    public void misleadClients() {
        mayBeMisled = true;
    }

    /** Lets single calls of an object that is opened from now on wait as soon as one of them is in progress. */
    public void letCallsWait() {
        if (servers.size() > 1) {
            throw new IllegalStateException("each server has a queue of its own");
        }
        callsWait = true;
    }

    /** Returns what a client knows at first; where WAIT is executed it knows that, so that runs are shorter. */
    PrimaryProof firstProof() {
        return servers.get(0).waits() ? PrimaryProof.byWait(servers.size()) : new PrimaryProof("unused");
    }

    boolean mayBeMisled() {
        return mayBeMisled;
    }

    /** The time of servers and clients whose clocks are right. */
    public SimulatedClock clock() {
        return clock;
    }

    /** The servers, by their indexes. */
    public List<SimulatedServer> servers() {
        return servers;
    }

    /** All calls in the order in which they began. */
    public List<Call> history() {
        return history;
    }

    /** The authors of all writes. */
    public Authors authors() {
        return authors;
    }

    /** The transcript of the run. */
    public Transcript transcript() {
        return transcript;
    }

    /** The number of events until now. */
    public int time() {
        return time;
    }

    /** The time by the clock of the first server, in milliseconds since 1970. */
    public long serverMillis() {
        return clock.ofServer(0).millis();
    }

    /** Counts an event. */
    public void passTime() {
        passTime(1);
    }

    /** Lets some events pass. */
    public void passTime(int events) {
        time += events;
        authors.tell(time);
    }

    /** Returns what belongs to single actors, except what they have still to do. */
    public List<Object> ofActors() {
        return List.of(idsDrawn, ahead, readers);
    }

    /** Returns all else that a call depends on, except the servers, the clocks and the calls before. */
    public List<Object> ofClients() {
        return List.of(engine, mirroring, objects, claims, mirrors, snapshots, filterOf, optionsOf);
    }

    Distortion distortion() {
        return distortion;
    }

    /**
     * Puts a batch on its way, with a WAIT after it if the object asks for acknowledged writes.
     *
     * @param joinsSlots whether all keys of a server are on one node
     */
    Sent send(Operation operation, Batch batch, boolean joinsSlots) {
        Transport<Sent> wire = new Wire(batches++, time, servers.size(), joinsSlots);
        FilterOptions options = operation.spec() == null ? optionsOf.get(operation.object()) : operation.options();
        Optional<Acknowledgement> asked = Optional.ofNullable(options).flatMap(FilterOptions::acknowledgement);
        Transport<Sent> transport =
                asked.isPresent() ? AcknowledgedTransport.over(wire, asked.get(), Sent::translatedBy) : wire;
        Sent sent = transport.send(batch).askedBy(batch);
        if (batch.commands().stream().anyMatch(command -> command.verb() == Verb.TIME)) {
            clock.noteRead();
        }
        transcript.add(sent.batch());
        return sent;
    }

    /** Notes that a call is told what it has asked a server for at some time: when it is. */
    void noteReading(Call call, int asked) {
        clock.noteRead();
        call.noteClock(asked, time);
    }

    private record Wire(long number, int time, int servers, boolean joinsSlots) implements Transport<Sent> {

        @Override
        public Sent send(Batch batch) {
            return new Sent(number, time, batch);
        }

        @Override
        public Transport<Sent> acknowledging() {
            return this;
        }
    }

    boolean hasObject(String name) {
        return objects.containsKey(name);
    }

    String filterOf(Operation operation) {
        FilterSpec spec = operation.spec();
        return spec != null ? spec.name() : filterOf.getOrDefault(operation.object(), "");
    }

    Call begin(Operation operation, int actor, String name) {
        Call call =
                new Call(operation, filterOf(operation), name, time, now(actor).toEpochMilli(), serverMillis());
        if (!mayWrite(actor)) {
            call.noteFault(time);
        }
        history.add(call);
        return call;
    }

    /** Takes the right to write from the user of an actor. */
    public void forbidWrites(int actor) {
        readers.add(actor);
    }

    boolean mayWrite(int actor) {
        return !readers.contains(actor);
    }

    /** Puts the clock of an actor forward. */
    public void putClockForward(int actor, Duration by) {
        ahead.put(actor, by);
    }

    /** Sets the clock of an actor forward, or back if the time is negative. */
    public void shiftClient(int actor, Duration by) {
        ahead.merge(actor, by, Duration::plus);
    }

    /** Each actor has its own clock and draws its own ids, so that they do not depend on the order of the actors. */
    void actAs(int actor) {
        acting = actor;
    }

    private Instant now() {
        return now(acting);
    }

    private Instant now(int actor) {
        return clock.instant().plus(ahead.getOrDefault(actor, Duration.ZERO));
    }

    /** Lets a single call enter the queue of its object; null if it is another call. */
    SingleCalls.@Nullable Entry enter(Actor actor, Operation operation) {
        boolean adds = operation.kind() == OperationKind.ADD;
        if (!adds && operation.kind() != OperationKind.LOOK_UP) {
            return null;
        }
        FilterOperations<CharSequence> object = Objects.requireNonNull(objects.get(operation.object()));
        String element = operation.elements().get(0);
        return Objects.requireNonNull(singleCalls.get(operation.object()))
                .enter(actor, adds ? object.adding(element) : object.lookingUp(element));
    }

    /** Lets those go on whose calls have waited for one that has ended. */
    void goOn() {
        for (SingleCalls each : singleCalls.values()) {
            for (Actor next = each.poll(); next != null; next = each.poll()) {
                next.drive();
            }
        }
    }

    private void opened(String name, FilterOperations<CharSequence> object) {
        objects.put(name, object);
        SingleCalls calls = new SingleCalls(object);
        if (callsWait) {
            calls.leaveOnePlace();
        }
        singleCalls.put(name, calls);
    }

    /** Makes the steps of a call that enters no queue. */
    Step<?> start(Operation operation) {
        List<String> elements = operation.elements();
        if (operation.kind() == OperationKind.OPEN) {
            FilterSpec spec = Objects.requireNonNull(operation.spec());
            return engine.<CharSequence>open(spec, TEXT, operation.options()).map(opened -> {
                opened(operation.object(), opened);
                claims.keySet().removeIf(key -> key.startsWith(operation.object() + " "));
                filterOf.put(operation.object(), spec.name());
                optionsOf.put(operation.object(), operation.options());
                return "open";
            });
        }
        if (operation.kind() == OperationKind.PASS) {
            clock.advance(operation.life().toMillis());
            return Step.done("passed");
        }
        if (operation.kind() == OperationKind.COPY) {
            FilterSpec source = Objects.requireNonNull(operation.spec());
            return engine.run(FilterCopy.of(source).named(operation.target()));
        }
        if (operation.kind() == OperationKind.MERGE) {
            FilterSpec source = Objects.requireNonNull(operation.spec());
            return engine.run(FilterMerge.of(source.name()).into(operation.target()));
        }
        if (operation.kind() == OperationKind.EXPORT) {
            ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
            String source = filterOf(operation);
            return engine.run(SnapshotExport.of(source, snapshot)).map(filter -> {
                snapshots.put(source, snapshot.toByteArray());
                return "exported";
            });
        }
        if (operation.kind() == OperationKind.IMPORT) {
            byte[] snapshot = Objects.requireNonNull(snapshots.get(filterOf(operation)));
            return engine.run(
                    SnapshotImport.of(() -> new ByteArrayInputStream(snapshot)).named(operation.target()));
        }
        if (operation.kind() == OperationKind.REBUILD) {
            return engine.run(rebuild(operation));
        }
        if (operation.kind() == OperationKind.ABANDON) {
            return engine.run(FilterRebuild.abandon(filterOf(operation)));
        }
        if (operation.kind() == OperationKind.COUNT) {
            return counter(filterOf(operation)).addAll(elements);
        }
        if (operation.kind() == OperationKind.MERGE_COUNTERS) {
            return mergeCounters(counter(operation.target()), counter(filterOf(operation)), elements);
        }
        if (operation.kind() == OperationKind.DELETE && operation.spec() != null) {
            return engine.run(FilterRemoval.of(operation.spec().name()));
        }
        FilterOperations<CharSequence> object = Objects.requireNonNull(objects.get(operation.object()));
        return switch (operation.kind()) {
            case ADD_ALL -> object.addAll(elements);
            case CLAIM_ALL ->
                claims(operation, object)
                        .addAll(Objects.requireNonNull(operation.delivery()).first(), elements);
            case SETTLE ->
                claims(operation, object)
                        .settle(Objects.requireNonNull(operation.delivery()).first());
            case ADD_TOGETHER -> CallsTogether.of(object, true, elements);
            case LOOK_UP_TOGETHER -> CallsTogether.of(object, false, elements);
            case LOAD -> object.load(elements, taken -> {});
            case REMOVE -> object.remove(elements.get(0));
            case LOOK_UP_ALL -> object.mightContainAll(elements);
            case MIRROR_LOOK_UP -> lookUpInMirror(operation.object(), elements.get(0));
            case STATS -> object.stats();
            case CLEAR -> object.clear();
            case EXPIRE -> object.expire(operation.life());
            case PERSIST -> object.persist();
            case DELETE -> object.delete();
            case ADD, LOOK_UP, OPEN, COPY, MERGE, EXPORT, IMPORT, REBUILD, ABANDON, COUNT, MERGE_COUNTERS, PASS ->
                throw new IllegalStateException("made above");
        };
    }

    /**
     * Returns a counter. Its key belongs to no filter, and is in the slot in which a filter of that name would have its
     * register.
     */
    private CounterOperations<CharSequence> counter(String name) {
        return engine.counter(StoredFilter.counter(name), TEXT);
    }

    /**
     * Merges counters, and judges the result itself: if the source still has its element, and the target has kept its
     * own one, the target must also have that of the source. An eviction in the middle of these questions does not look
     * like a failed merge.
     */
    private static Step<String> mergeCounters(
            CounterOperations<CharSequence> source, CounterOperations<CharSequence> target, List<String> elements) {
        String merged = elements.get(0);
        return target.mergeFrom(List.of(source.name()))
                .then(done -> target.add(merged))
                .then(wasMissing -> target.add(elements.get(1))
                        .then(wasEvicted -> source.add(merged).map(wasLost -> {
                            if (wasMissing && !wasEvicted && !wasLost) {
                                throw new IllegalStateException(merged + " was not merged");
                            }
                            return "merged";
                        })));
    }

    /** The answer is as of a moment after the call has begun, so it is judged as that of any look-up. */
    private Step<Boolean> lookUpInMirror(String object, String element) {
        MirrorOperations<CharSequence> known = mirrors.get(object);
        if (known != null) {
            return known.refreshing().map(refreshed -> known.mightContain(element));
        }
        String name = Objects.requireNonNull(filterOf.get(object));
        return mirroring
                .<CharSequence>mirror(name, TEXT, MirrorOptions.defaults())
                .map(opened -> {
                    mirrors.put(object, opened);
                    return opened.mightContain(element);
                });
    }

    /** An object has one for each writer, which keeps its knowledge. */
    private ClaimOperations<CharSequence> claims(Operation operation, FilterOperations<CharSequence> object) {
        String writer = Objects.requireNonNull(operation.delivery()).writer();
        return claims.computeIfAbsent(operation.object() + " " + writer, absent -> object.claims(writer));
    }

    private FilterRebuild rebuild(Operation operation) {
        Call call = history.get(history.size() - 1);
        FilterRebuild.Plan plan = FilterRebuild.of(call.filter());
        String target = operation.target();
        if (!target.isEmpty()) {
            plan = Layouts.ids().contains(target) ? plan.layout(target) : plan.capacity(Long.parseLong(target));
        }
        Iterable<String> elements = () -> call.readSource().iterator();
        return plan.from(elements, TEXT);
    }

    void noteMark(Call rebuild) {
        List<String> removed = rebuild.operation().elements();
        List<String> elements = elementsAddedTo(rebuild.filter()).stream()
                .filter(element -> !removed.contains(element))
                .toList();
        rebuild.noteMark(elements, time);
    }

    /**
     * The elements that have bits in a filter, and no others, though a database into which elements are written before
     * they are added may hold more.
     */
    private List<String> elementsAddedTo(String filter) {
        Set<String> elements = new LinkedHashSet<>();
        for (Call call : history) {
            Operation operation = call.operation();
            if (call.hasBits()
                    && call.filter().equals(filter)
                    && operation.kind().adds()) {
                elements.addAll(operation.elements());
            }
            if (call.hasBits()
                    && operation.kind().mergesIntoTarget()
                    && operation.target().equals(filter)) {
                elements.addAll(elementsAddedTo(call.filter()));
            }
        }
        return List.copyOf(elements);
    }

    private String nextId() {
        int drawn = idsDrawn.merge(acting, 1, Integer::sum);
        return HexFormat.of().toHexDigits(acting + 1) + HexFormat.of().toHexDigits(drawn);
    }
}
