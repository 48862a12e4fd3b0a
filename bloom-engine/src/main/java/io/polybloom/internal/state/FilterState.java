package io.polybloom.internal.state;

import io.polybloom.FilterDescription;
import io.polybloom.FilterDescription.Rebuild;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Ended;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Layering;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.model.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Everything that is stored about a filter: one value. Each change of it is a function that makes another one, which a
 * register writes as the next version. Immutable.
 *
 * @param version which version this is; that of a change which is not written yet means nothing
 * @param after the {@code by} of the version before; empty in the first one
 * @param phase what is to be done before the filter can be used
 * @param filter its parameters, and the layers in use; ready in the phase of that name
 * @param making the layer that a client is making, or is about to make
 * @param makingNext the layer that a client is making for the next generation, during a rebuild
 * @param ended the layers whose keys may still exist
 * @param settles whether the keys do not have the expiry yet that this names
 */
public record FilterState(
        Version version,
        String after,
        Phase phase,
        FilterDescription filter,
        Optional<NamedLayer> making,
        Optional<NamedLayer> makingNext,
        List<Ended> ended,
        boolean settles) {

    /** What is to be done before the filter can be used: any client that needs it does so. */
    public enum Phase {
        /** The name is claimed. Its first layer is to be made. */
        MAKING,
        /** The layers are in use. */
        READY,
        /** The filter was cleared. The old layers are to be removed, and another one made. */
        CLEARING,
        /** A rebuild has ended. The old layers are to be removed before the new ones are used. */
        SWITCHING,
        /** The filter was deleted. Its keys are to be removed. */
        DELETING,
        /** All keys are removed. This version stays for a while to say so. */
        DELETED
    }

    /** Copies the list. */
    public FilterState {
        ended = List.copyOf(ended);
    }

    /**
     * Claims a name for a filter.
     *
     * @param before what is stored under the name: nothing, or that a filter was deleted
     * @param layer the id of its first layer
     */
    public static FilterState claimed(Optional<FilterState> before, FilterDescription filter, String layer) {
        return born(before, Phase.MAKING, filter, first(filter, layer), false);
    }

    /** Publishes a filter whose layers are made, and have an expiry of their own. */
    public static FilterState copied(Optional<FilterState> before, FilterDescription filter) {
        return born(before, Phase.READY, filter, Optional.empty(), true);
    }

    /** Describes a filter of another system, which has no versions. */
    public static FilterState unversioned(FilterDescription filter) {
        return born(Optional.empty(), Phase.READY, filter, Optional.empty(), false);
    }

    private static FilterState born(
            Optional<FilterState> before,
            Phase phase,
            FilterDescription filter,
            Optional<NamedLayer> making,
            boolean settles) {
        List<Ended> ended = before.map(FilterState::ended).orElse(List.of());
        return new FilterState(Version.NONE, "", phase, filter, making, Optional.empty(), ended, settles).in(phase);
    }

    /** A filter whose keys move on has no layer until an element is added. */
    private static Optional<NamedLayer> first(FilterDescription filter, String layer) {
        return Layering.keysMove(filter)
                ? Optional.empty()
                : Optional.of(new NamedLayer(layer, filter.geometry(), OptionalLong.empty()));
    }

    /** Returns the id that was drawn when the filter was created. */
    public String life() {
        return filter.origin();
    }

    /** Returns how long the filter lives. */
    public Lifetime lifetime() {
        return Lifetime.of(filter);
    }

    /** Returns whether it is a state of a life that has not ended. */
    public boolean isOfLife(String life) {
        return life().equals(life) && !isOver();
    }

    /** Returns whether the filter was deleted, even if its keys are not removed yet. */
    public boolean isOver() {
        return phase == Phase.DELETING || phase == Phase.DELETED;
    }

    /** Returns whether nothing is to be done before the filter can be used. */
    public boolean isSettled() {
        return phase == Phase.READY && !settles;
    }

    /** Returns the view of the filter in this version. */
    public Generation generation() {
        return new Generation(filter, version);
    }

    /** Returns whether keys that are named after this are in use, or are being made. */
    public boolean uses(String keyName) {
        return inUse().stream().anyMatch(key -> key.name().equals(keyName));
    }

    /** Returns the layer that is being made. */
    public Layer layerToMake() {
        return newest(Descriptions.withLayer(filter, making.orElseThrow()));
    }

    /** Returns the layer that is being made for the next generation. */
    public Layer nextLayerToMake() {
        return newest(Descriptions.withLayer(next().orElseThrow(), makingNext.orElseThrow()));
    }

    private static Layer newest(FilterDescription filter) {
        return new Generation(filter).newest();
    }

    /** Returns the next generation, if a rebuild makes one. */
    public Optional<FilterDescription> next() {
        return filter.rebuild().map(Rebuild::next);
    }

    /** Puts the layer into use that was being made. It follows those in use, or takes the place of the only one. */
    public FilterState published() {
        FilterDescription made =
                making.map(layer -> Descriptions.withLayer(filter, layer)).orElse(filter);
        boolean isInAddition = made.layerIds().containsAll(filter.layerIds());
        return (isInAddition ? this : with(endedWith(layersInUse())))
                .with(made)
                .withMaking(Optional.empty())
                .in(phase == Phase.MAKING || phase == Phase.CLEARING ? Phase.READY : phase);
    }

    /** Lets another client make the layer. */
    public FilterState takenOver(String layer) {
        return making(making.orElseThrow().as(layer));
    }

    /** Begins to make a layer, which is to follow those in use. */
    public FilterState making(NamedLayer layer) {
        return with(endedWith(keys(making))).withMaking(Optional.of(layer));
    }

    /** Lets another client make the layer of the next generation. */
    public FilterState nextTakenOver(String layer) {
        return nextMaking(makingNext.orElseThrow().as(layer));
    }

    /** Begins to make a layer of the next generation. */
    public FilterState nextMaking(NamedLayer layer) {
        return with(endedWith(keys(makingNext))).withMakingNext(Optional.of(layer));
    }

    /** Puts the layer into use that was being made for the next generation. */
    public FilterState nextPublished() {
        Rebuild rebuild = filter.rebuild().orElseThrow();
        FilterDescription next = Descriptions.withLayer(rebuild.next(), makingNext.orElseThrow());
        return with(rebuild.number(), Optional.of(new Rebuild(rebuild.number(), Rebuild.State.UNDER_WAY, next)))
                .withMakingNext(Optional.empty());
    }

    /**
     * Empties the filter.
     *
     * @param generation the id of the next generation
     * @param layer the id of its first layer
     */
    public FilterState cleared(String generation, String layer) {
        FilterDescription bare = Descriptions.cleared(filter, filter.clears() + 1, generation);
        return with(endedWith(inUse()))
                .with(bare)
                .withMakingNext(Optional.empty())
                .withMaking(first(bare, layer))
                .in(Phase.CLEARING);
    }

    /** Ends the filter. */
    public FilterState deleted() {
        return with(endedWith(inUse()))
                .with(Descriptions.cleared(filter, filter.clears(), filter.generation()))
                .withMaking(Optional.empty())
                .withMakingNext(Optional.empty())
                .in(Phase.DELETING);
    }

    /** Says that all keys of the filter are removed. */
    public FilterState removed() {
        return new FilterState(version, after, phase, filter, making, makingNext, ended, false).in(Phase.DELETED);
    }

    /**
     * Begins a rebuild, in the place of one that is in progress.
     *
     * @param next the next generation, of which nothing is made
     * @param layer the id of its first layer
     */
    public FilterState rebuilding(FilterDescription next, String layer) {
        int number = filter.state().begun() + 1;
        return abandoned()
                .with(number, Optional.of(new Rebuild(number, Rebuild.State.BEGUN, next)))
                .withMakingNext(first(next, layer));
    }

    /** Gives up the rebuild, if there is one. */
    public FilterState abandoned() {
        return with(endedWith(ofNext()))
                .with(filter.state().begun(), Optional.empty())
                .withMakingNext(Optional.empty());
    }

    /**
     * Explains the mark of a rebuild that a failover has undone: that rebuild has ended.
     *
     * @param mark the number of the rebuild
     */
    public FilterState explaining(int mark) {
        return abandoned().with(mark, Optional.empty());
    }

    /** Lets the next generation take the place of the present one, whose keys are still to be removed. */
    public FilterState switching() {
        List<Ended> old = new ArrayList<>(layersInUse());
        old.addAll(keys(making));
        old.addAll(keys(makingNext));
        FilterDescription current = Descriptions.withState(next().orElseThrow(), false, lifetime());
        return with(endedWith(old))
                .with(current)
                .withMaking(Optional.empty())
                .withMakingNext(Optional.empty())
                .in(Phase.SWITCHING);
    }

    /** Puts the layers of the rebuilt filter into use. */
    public FilterState switched() {
        return in(Phase.READY);
    }

    /** Gives the filter another expiry, or none, which its keys are still to get. */
    public FilterState expiring(Lifetime lifetime) {
        return settling(Descriptions.withState(filter, filter.ready(), lifetime), true);
    }

    /** Says that all keys have the expiry of the filter. */
    public FilterState settled() {
        return settling(filter, false);
    }

    /** Lets the keys of the only layer move on to those of another number. */
    public FilterState movingTo(long number) {
        long from = generation().newest().number();
        return with(Descriptions.withKeyNumbers(filter, List.of(from, number)));
    }

    /** Says that the keys have arrived. */
    public FilterState arrived() {
        Layer there = generation().newest().next().orElseThrow();
        return with(Descriptions.withKeyNumbers(filter, List.of(there.number())));
    }

    /**
     * Returns this state as the version after another one. What that one has ended is removed by then.
     *
     * @param by drawn for the version
     */
    public FilterState following(Optional<FilterState> current, String by) {
        Set<Ended> removed = Set.copyOf(current.map(FilterState::ended).orElse(List.of()));
        List<Ended> added =
                ended.stream().filter(keys -> !removed.contains(keys)).toList();
        long number = current.map(state -> state.version.number()).orElse(0L) + 1;
        String last = current.map(state -> state.version.by()).orElse("");
        return new FilterState(
                new Version(number, by, Map.of(), 0), last, phase, filter, making, makingNext, added, settles);
    }

    /**
     * Returns this state as it was read.
     *
     * @param stored the {@code by} of the versions that were stored, by their numbers
     * @param nanos when it was read, by a clock of this machine that nobody can set
     */
    public FilterState read(Map<Long, String> stored, long nanos) {
        Version read = new Version(version.number(), version.by(), stored, nanos);
        return new FilterState(read, after, phase, filter, making, makingNext, ended, settles);
    }

    private List<Ended> inUse() {
        List<Ended> all = new ArrayList<>(layersInUse());
        all.addAll(keys(making));
        all.addAll(ofNext());
        return all;
    }

    private List<Ended> ofNext() {
        List<Ended> all = new ArrayList<>(keys(makingNext));
        next().ifPresent(next -> Descriptions.layersOf(next).forEach(layer -> all.addAll(keys(Optional.of(layer)))));
        return all;
    }

    /** Keys may be in two places while they move. */
    private List<Ended> layersInUse() {
        List<Ended> keys = new ArrayList<>();
        if (filter.layerIds().isEmpty()) {
            return keys;
        }
        for (Layer layer : generation().layers()) {
            int partitions = layer.geometry().partitions();
            keys.add(new Ended(layer.keyName(), partitions));
            layer.next().ifPresent(next -> keys.add(new Ended(next.keyName(), partitions)));
        }
        return keys;
    }

    private static List<Ended> keys(Optional<NamedLayer> layer) {
        return layer.map(made -> new Ended(made.keyName(), made.geometry().partitions())).stream()
                .toList();
    }

    private List<Ended> endedWith(List<Ended> more) {
        List<Ended> all = new ArrayList<>(ended);
        all.addAll(more);
        return all;
    }

    private FilterState in(Phase next) {
        FilterDescription same = Descriptions.withState(filter, next == Phase.READY, lifetime());
        return new FilterState(version, after, next, same, making, makingNext, ended, settles);
    }

    private FilterState with(FilterDescription other) {
        return new FilterState(version, after, phase, other, making, makingNext, ended, settles);
    }

    private FilterState with(List<Ended> keys) {
        return new FilterState(version, after, phase, filter, making, makingNext, keys, settles);
    }

    private FilterState with(int begun, Optional<Rebuild> rebuild) {
        return with(Descriptions.withRebuild(filter, begun, rebuild));
    }

    private FilterState withMaking(Optional<NamedLayer> layer) {
        return new FilterState(version, after, phase, filter, layer, makingNext, ended, settles);
    }

    private FilterState withMakingNext(Optional<NamedLayer> layer) {
        return new FilterState(version, after, phase, filter, making, layer, ended, settles);
    }

    private FilterState settling(FilterDescription other, boolean isToDo) {
        return new FilterState(version, after, phase, other, making, makingNext, ended, isToDo);
    }
}
