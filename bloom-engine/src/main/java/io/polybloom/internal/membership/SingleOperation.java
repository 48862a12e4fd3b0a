package io.polybloom.internal.membership;

import static io.polybloom.internal.membership.ElementFailures.single;

import io.polybloom.ElementOutcome;
import io.polybloom.internal.capacity.FullFilter;
import io.polybloom.internal.capacity.Reservation;
import io.polybloom.internal.exchange.Exchange;
import io.polybloom.internal.exchange.PartitionExchange;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.ElementBytes;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Offsets;
import io.polybloom.internal.model.Partition;
import io.polybloom.internal.nearcache.KnownBits;
import io.polybloom.internal.redis.Access;
import io.polybloom.internal.redis.PartitionAnswer;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Reply;
import io.polybloom.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds or looks up one element in the simplest case, a healthy filter with one layer: by one command, or by none if the
 * near cache knows the element. Other cases are a {@link BulkOperation} of one element, on the same snapshot: several
 * layers, no room, a partition that is not alive, the seal of a filter that grows, or a snapshot whose time may have
 * ended. An add may have to be {@linkplain Relay relayed} before it is answered.
 */
public final class SingleOperation {

    private final OpenFilter filter;
    private final Snapshot snapshot;
    private final Access access;
    private final ElementBytes element;

    /** Prepares the operation, {@link Access#ADD} or a look-up, on the element whose bytes were collected. */
    public SingleOperation(OpenFilter filter, Snapshot snapshot, Access access, ElementBytes element) {
        this.filter = filter;
        this.snapshot = snapshot;
        this.access = access;
        this.element = element;
    }

    /** Returns the steps of the operation. */
    public Step<Boolean> start() {
        if (!snapshot.isInReach(access)) {
            return single(bulk().start(snapshot));
        }
        KnownBits known = snapshot.knownFor(access);
        Partition holder = known == null ? null : known.holderOf(element, snapshot.asked());
        if (known == null || holder == null) {
            return ask();
        }
        return known.isConfirmed(holder) ? answer(ElementOutcome.PRESENT) : confirm(known, holder);
    }

    /**
     * Asks for the bits that are known to be set: is their partition still alive, and has it kept them? A failover can
     * lose the most recent writes to a key that lives on; then nothing that the near cache knows is certain.
     */
    private Step<Boolean> confirm(KnownBits known, Partition holder) {
        Access asked = access == Access.ADD ? Access.LOOK_UP : access;
        Exchange exchange = exchange(asked, holder.layer());
        Batch batch = access.isWrite() ? exchange.batch().answeringWrite() : exchange.batch();
        long askedAt = known.now();
        return Step.send(batch, replies -> {
            PartitionAnswer answer = exchange.answer(batch, replies);
            if (!answer.isAlive()) {
                return single(bulk().startFromDead(snapshot, asked, holder, ElementOutcome.UNKNOWN));
            }
            if (access == Access.ADD && isNews(answer)) {
                return ask();
            }
            if (answer.needsNoAdd(0)) {
                learn(known, exchange, batch, askedAt, answer);
                return conclude(answer, ElementOutcome.PRESENT);
            }
            return new SingleOperation(filter, filter.forget(), access, element).start();
        });
    }

    private Step<Boolean> ask() {
        Generation generation = snapshot.generation();
        if (generation.layers().size() > 1) {
            return single(bulk().start(snapshot));
        }
        if (access != Access.ADD || !filter.watches(generation)) {
            return send(null);
        }
        Reservation reservation =
                filter.watch().isFull(generation) ? null : filter.watch().reserve(generation, 1);
        boolean hasRoom = reservation != null && reservation.size() > 0;
        return hasRoom ? send(reservation) : single(bulk().start(snapshot));
    }

    private Step<Boolean> send(@Nullable Reservation reservation) {
        Exchange exchange = exchange(access, newest());
        Batch batch = exchange.batch();
        KnownBits known = snapshot.known();
        long askedAt = known == null ? 0 : known.now();
        return Step.send(batch, replies -> {
            PartitionAnswer answer = read(exchange, batch, replies, reservation);
            ElementOutcome outcome = answer.outcome(0);
            if (!answer.isAlive()) {
                return single(bulk().startFromDead(snapshot, access, exchange.partition(), outcome));
            }
            if (outcome == ElementOutcome.REFUSED) {
                throw FullFilter.refusal(snapshot.generation().description(), 1);
            }
            if (known != null) {
                learn(known, exchange, batch, askedAt, answer);
            }
            return conclude(answer, outcome);
        });
    }

    private static void learn(KnownBits known, Exchange sent, Batch batch, long askedAt, PartitionAnswer answer) {
        known.learn(sent.access(), sent.partition(), sent.offsets(), batch, askedAt, answer);
    }

    /** Reads the replies, and gives back the reservation, less the element if it is new. */
    private PartitionAnswer read(
            Exchange exchange, Batch batch, List<Reply> replies, @Nullable Reservation reservation) {
        if (reservation == null) {
            return exchange.answer(batch, replies);
        }
        int added = 0;
        try {
            PartitionAnswer answer = exchange.answer(batch, replies);
            added = answer.outcome(0) == ElementOutcome.NEW ? 1 : 0;
            return answer;
        } finally {
            filter.watch().release(reservation, added);
        }
    }

    /** Continues after the answer of a partition that is alive, and has not refused the element. */
    private Step<Boolean> conclude(PartitionAnswer answer, ElementOutcome outcome) {
        Generation generation = snapshot.generation();
        boolean isNews = isNews(answer);
        boolean isRelayed = access == Access.ADD && (isNews || generation.relaysAdds());
        if (answer.leadsOn(0)) {
            if (newest().mayBeFollowed()) {
                return askNewerLayers(isRelayed, isNews, answer.latestMark());
            }
            if (access == Access.ADD && newest().refusesWhenFull()) {
                filter.watch().markFull(generation);
            }
        }
        if (isRelayed) {
            return relay(outcome, isNews, answer.latestMark());
        }
        return access == Access.ADD && filter.isOver(snapshot)
                ? single(BulkAdd.of(filter, CallElements.of(element)).startWithAnswer(snapshot, outcome))
                : answer(outcome);
    }

    /**
     * The element may be in a layer that has been opened meanwhile. Bits that were written to this one do no harm
     * there.
     */
    private Step<Boolean> askNewerLayers(boolean isRelayed, boolean isNews, int mark) {
        BulkOperation bulk = bulk();
        if (isRelayed) {
            bulk.noteRelay(snapshot.generation(), isNews, mark);
        }
        return single(bulk.startInNewerLayers(snapshot));
    }

    private Step<Boolean> relay(ElementOutcome outcome, boolean isNews, int mark) {
        CallElements one = CallElements.of(element);
        one.set(0, outcome);
        RelayNotes notes = new RelayNotes(filter, one);
        notes.note(snapshot.generation(), isNews, mark);
        return notes.run()
                .translateFailure(ElementFailures::afterAnAppliedWrite)
                .then(relayed -> answer(outcome));
    }

    private boolean isNews(PartitionAnswer answer) {
        return newest().isNews(answer.latestMark());
    }

    private Layer newest() {
        List<Layer> asked = snapshot.asked();
        return asked.get(asked.size() - 1);
    }

    private Exchange exchange(Access sent, Layer layer) {
        long[] offsets = new long[layer.words()];
        int number = layer.locate(element, offsets);
        return layer.storage() instanceof ElementStorage own
                ? own.exchange(sent, layer.partition(number), element)
                : new PartitionExchange(sent, layer.partition(number), Offsets.of(offsets));
    }

    private Step<Boolean> answer(ElementOutcome outcome) {
        return Step.done(outcome == access.yes());
    }

    private BulkOperation bulk() {
        CallElements elements = CallElements.of(element);
        return access == Access.ADD ? BulkAdd.of(filter, elements) : new BulkLookUp(filter, access, elements);
    }
}
