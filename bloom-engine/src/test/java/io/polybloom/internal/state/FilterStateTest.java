package io.polybloom.internal.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterDescription;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Ended;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.model.NamedLayer;
import io.polybloom.internal.state.FilterState.Phase;
import io.polybloom.layout.ElementHash;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layouts;
import io.polybloom.testing.TestFilters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The transitions of a filter's state: what each changes, and that no id is ever forgotten before it was unlinked. */
class FilterStateTest {

    private static final String LIFE = "00000000000000aa";
    private static final Geometry LARGER = new Geometry(19_200, 7, 2);

    private int drawn;

    private String id() {
        return "%016x".formatted(++drawn);
    }

    private static FilterDescription planned(FilterSpec spec) {
        return Descriptions.withLayers(Descriptions.planned(spec, 1, LIFE, ElementHash.murmur3()), List.of());
    }

    private FilterState write(Optional<FilterState> current, FilterState next) {
        return next.following(current, "%016x".formatted(0xb0000 + ++drawn));
    }

    private FilterState write(FilterState current, UnaryOperator<FilterState> change) {
        return write(Optional.of(current), change.apply(current));
    }

    private FilterState created(FilterSpec spec, String layer) {
        FilterState claimed = write(Optional.empty(), FilterState.claimed(Optional.empty(), planned(spec), layer));
        return write(claimed, FilterState::published);
    }

    private FilterState created() {
        return created(TestFilters.clicks(2), "1111111111111111");
    }

    private FilterState grown() {
        FilterState making = write(created(), state -> state.making(larger("2222222222222222")));
        return write(making, FilterState::published);
    }

    private static NamedLayer larger(String id) {
        return new NamedLayer(id, LARGER, OptionalLong.empty());
    }

    private static List<String> ended(FilterState state) {
        return state.ended().stream().map(Ended::name).toList();
    }

    @Test
    void aCreationClaimsTheNameBeforeAnythingIsMade() {
        FilterState claimed = write(
                Optional.empty(),
                FilterState.claimed(Optional.empty(), planned(TestFilters.clicks(2)), "1111111111111111"));
        assertEquals(Phase.MAKING, claimed.phase());
        assertEquals(1, claimed.version().number());
        assertEquals("", claimed.after());
        assertFalse(claimed.filter().ready());
        assertEquals(List.of(), claimed.filter().layerIds());
        assertEquals("1111111111111111", claimed.making().orElseThrow().id());
        FilterState ready = write(claimed, FilterState::published);
        assertEquals(Phase.READY, ready.phase());
        assertTrue(ready.filter().ready() && ready.isSettled());
        assertEquals(List.of("1111111111111111"), ready.filter().layerIds());
        assertEquals(Optional.empty(), ready.making());
        assertEquals(2, ready.version().number());
        assertEquals(claimed.version().by(), ready.after());
        assertEquals(LIFE, ready.life());
    }

    @Test
    void aTakeoverEndsTheLayerOfTheOther() {
        FilterState claimed = write(
                Optional.empty(),
                FilterState.claimed(Optional.empty(), planned(TestFilters.clicks(2)), "1111111111111111"));
        FilterState taken = write(claimed, state -> state.takenOver("2222222222222222"));
        assertEquals(Phase.MAKING, taken.phase());
        assertEquals("2222222222222222", taken.making().orElseThrow().id());
        assertEquals(List.of(new Ended("1111111111111111", 2)), taken.ended());
        assertFalse(taken.uses("1111111111111111"));
        assertTrue(taken.uses("2222222222222222"));
    }

    /** It is removed before the next version is written. */
    @Test
    void whatHasEndedIsNamedByOneVersion() {
        FilterState claimed = write(
                Optional.empty(),
                FilterState.claimed(Optional.empty(), planned(TestFilters.clicks(2)), "1111111111111111"));
        FilterState taken = write(claimed, state -> state.takenOver("2222222222222222"));
        assertEquals(List.of(), write(taken, FilterState::published).ended());
    }

    @Test
    void aClearEndsEverythingAndUsesNothing() {
        FilterState rebuilding = write(grown(), state -> state.rebuilding(next(state), "3333333333333333"));
        FilterState filling = write(rebuilding, FilterState::nextPublished);
        FilterState making = write(filling, state -> state.making(larger("4444444444444444")));
        FilterState makingNext = write(making, state -> state.nextMaking(larger("5555555555555555")));
        FilterState clearing = write(makingNext, state -> state.cleared("00000000000000cc", "6666666666666666"));
        assertEquals(Phase.CLEARING, clearing.phase());
        assertEquals(
                Set.of(
                        "1111111111111111",
                        "2222222222222222",
                        "3333333333333333",
                        "4444444444444444",
                        "5555555555555555"),
                new TreeSet<>(ended(clearing)));
        assertEquals(List.of(), clearing.filter().layerIds());
        assertEquals("6666666666666666", clearing.making().orElseThrow().id());
        assertEquals(Optional.empty(), clearing.makingNext());
        assertEquals(Optional.empty(), clearing.filter().rebuild());
        assertEquals(0, clearing.filter().state().begun());
        assertEquals("00000000000000cc", clearing.filter().generation());
        assertFalse(clearing.isSettled());
        FilterState cleared = write(clearing, FilterState::published);
        assertEquals(Phase.READY, cleared.phase());
        assertEquals(1, cleared.filter().clears());
        assertEquals(List.of("6666666666666666"), cleared.filter().layerIds());
        assertEquals(created().filter().geometry(), cleared.filter().geometry(), "it begins with its first shape");
        assertEquals(LIFE, cleared.life());
    }

    private static FilterDescription next(FilterState state) {
        return next(state, Layouts.CLASSIC);
    }

    /** Its partitions have a size that only the classic layout has, if that is the layout. */
    private static FilterDescription next(FilterState state, String layout) {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(layout)
                .capacity(5000)
                .partitions(2)
                .build();
        FilterDescription sizes = Descriptions.planned(spec, 1, LIFE, ElementHash.murmur3());
        return Descriptions.rebuilt(state.filter(), sizes, "00000000000000dd");
    }

    /** Whatever happens while a rebuild into another layout makes its first layer. */
    @Test
    void aLayerOfTheNextGenerationEndsByItsNameWhateverItsLayout() {
        FilterSpec spec = FilterSpec.named("clicks")
                .layout(Layouts.BLOCKED)
                .capacity(5000)
                .partitions(2)
                .build();
        FilterState begun = write(
                created(spec, "1111111111111111"),
                state -> state.rebuilding(next(state, Layouts.CLASSIC), "3333333333333333"));
        List<UnaryOperator<FilterState>> changes = List.of(
                FilterState::abandoned,
                FilterState::deleted,
                state -> state.nextTakenOver("4444444444444444"),
                state -> state.cleared("00000000000000cc", "4444444444444444"),
                state -> state.rebuilding(next(state, Layouts.CLASSIC), "4444444444444444"));
        for (UnaryOperator<FilterState> change : changes) {
            assertTrue(ended(write(begun, change)).contains("3333333333333333"));
        }
    }

    @Test
    void aGrowthAddsALayerBehindTheOthers() {
        FilterState grown = grown();
        assertEquals(
                List.of("1111111111111111", "2222222222222222"), grown.filter().layerIds());
        assertEquals(LARGER, grown.filter().layers().get(1));
        assertEquals(List.of(), grown.ended());
    }

    @Test
    void aRebuildIsUnderWayWhenItsLayerIsMade() {
        FilterState grown = grown();
        FilterState begun = write(grown, state -> state.rebuilding(next(state), "3333333333333333"));
        FilterDescription.Rebuild rebuild = begun.filter().rebuild().orElseThrow();
        assertEquals(1, rebuild.number());
        assertFalse(rebuild.isOpen());
        assertEquals(1, begun.filter().state().begun());
        assertEquals("3333333333333333", begun.makingNext().orElseThrow().id());
        assertEquals(grown.filter().layerIds(), begun.filter().layerIds());
        FilterState filling = write(begun, FilterState::nextPublished);
        assertTrue(filling.filter().rebuild().orElseThrow().isOpen());
        assertEquals(List.of("3333333333333333"), filling.next().orElseThrow().layerIds());
        assertEquals(Optional.empty(), filling.makingNext());
        assertTrue(filling.uses("3333333333333333"));
    }

    /** Rule 2: the version that ends layers makes none usable. */
    @Test
    void aSwitchIsNotReadyBeforeTheOldLayersAreRemoved() {
        FilterState filling = write(
                write(grown(), state -> state.rebuilding(next(state), "3333333333333333")), FilterState::nextPublished);
        FilterState switching = write(filling, FilterState::switching);
        assertEquals(Phase.SWITCHING, switching.phase());
        assertFalse(switching.filter().ready());
        assertEquals(Set.of("1111111111111111", "2222222222222222"), Set.copyOf(ended(switching)));
        FilterState switched = write(switching, FilterState::switched);
        assertEquals(Phase.READY, switched.phase());
        assertTrue(switched.filter().ready());
        assertEquals(List.of("3333333333333333"), switched.filter().layerIds());
        assertEquals("00000000000000dd", switched.filter().generation());
        assertEquals(5000, switched.filter().capacity());
        assertEquals(1, switched.filter().rebuilds());
        assertEquals(0, switched.filter().state().begun(), "marks are counted anew in other layers");
        assertEquals(Optional.empty(), switched.filter().rebuild());
        assertEquals(LIFE, switched.life());
    }

    @Test
    void aRebuildEndsTheOneBeforeAndHasAMarkOfItsOwn() {
        FilterState filling = write(
                write(grown(), state -> state.rebuilding(next(state), "3333333333333333")), FilterState::nextPublished);
        FilterState second = write(filling, state -> state.rebuilding(next(state), "4444444444444444"));
        assertEquals(List.of("3333333333333333"), ended(second));
        assertEquals(2, second.filter().state().begun());
        assertEquals(2, second.filter().rebuild().orElseThrow().number());
        FilterState abandoned = write(second, FilterState::abandoned);
        assertTrue(ended(abandoned).contains("4444444444444444"));
        assertEquals(2, abandoned.filter().state().begun(), "a mark is never removed");
        assertEquals(Optional.empty(), abandoned.filter().rebuild());
        assertEquals(Optional.empty(), abandoned.makingNext());
        assertEquals(grown().filter().layers(), abandoned.filter().layers());
    }

    @Test
    void aGrowthAndARebuildHaveTwoSlots() {
        FilterState begun = write(grown(), state -> state.rebuilding(next(state), "3333333333333333"));
        FilterState both = write(begun, state -> state.making(larger("4444444444444444")));
        assertEquals("3333333333333333", both.makingNext().orElseThrow().id());
        FilterState published = write(both, FilterState::published);
        assertEquals("3333333333333333", published.makingNext().orElseThrow().id());
        assertEquals(3, published.filter().layerIds().size());
        FilterState next = write(published, FilterState::nextPublished);
        assertEquals(List.of("3333333333333333"), next.next().orElseThrow().layerIds());
        FilterState taken = write(both, state -> state.nextTakenOver("5555555555555555"));
        assertEquals("4444444444444444", taken.making().orElseThrow().id());
        assertEquals("5555555555555555", taken.makingNext().orElseThrow().id());
        assertEquals(List.of("3333333333333333"), ended(taken));
    }

    @Test
    void aDeletionLeavesNothingButATombstone() {
        FilterState deleting = write(grown(), FilterState::deleted);
        assertEquals(Phase.DELETING, deleting.phase());
        assertTrue(deleting.isOver());
        assertFalse(deleting.isOfLife(LIFE));
        assertEquals(Set.of("1111111111111111", "2222222222222222"), Set.copyOf(ended(deleting)));
        assertEquals(List.of(), deleting.filter().layerIds());
        assertEquals(Optional.empty(), deleting.making());
        FilterState deleted = write(deleting, FilterState::removed);
        assertEquals(Phase.DELETED, deleted.phase());
        FilterDescription other = Descriptions.withLayers(
                Descriptions.planned(TestFilters.clicks(3), 1, "00000000000000ee", ElementHash.murmur3()), List.of());
        FilterState anew =
                write(Optional.of(deleted), FilterState.claimed(Optional.of(deleted), other, "7777777777777777"));
        assertEquals(deleted.version().number() + 1, anew.version().number(), "a late version of the old life is late");
        assertEquals(deleted.version().by(), anew.after());
        assertEquals("00000000000000ee", anew.life());
    }

    @Test
    void anExpiryIsSettledByAVersionOfItsOwn() {
        Instant instant = Instant.ofEpochMilli(1_900_000_000_000L);
        FilterState expiring = write(grown(), state -> state.expiring(Lifetime.until(instant)));
        assertTrue(expiring.settles());
        assertFalse(expiring.isSettled());
        assertTrue(expiring.filter().ready(), "it can be used before that");
        FilterState settled = write(expiring, FilterState::settled);
        assertTrue(settled.isSettled());
        assertEquals(Optional.of(instant), settled.filter().expireAt());
        FilterState cleared = write(settled, state -> state.cleared("00000000000000cc", "6666666666666666"));
        assertEquals(Optional.of(instant), cleared.filter().expireAt());
        FilterState never = write(settled, state -> state.expiring(Lifetime.FOR_EVER));
        assertTrue(never.settles());
        assertEquals(Optional.empty(), never.filter().expireAt());
    }

    @Test
    void aCopyIsPublishedByOneVersion() {
        FilterDescription copy =
                Descriptions.copy(grown().filter(), "copy", "00000000000000cc", "00000000000000dd", this::id);
        FilterState published = write(Optional.empty(), FilterState.copied(Optional.empty(), copy));
        assertEquals(Phase.READY, published.phase());
        assertTrue(published.settles());
        assertEquals(copy.layerIds(), published.filter().layerIds());
        assertEquals(2, Set.copyOf(copy.layerIds()).size());
    }

    private FilterState window() {
        FilterSpec spec = TestFilters.clicks()
                .partitions(2)
                .window(Duration.ofSeconds(5), 5)
                .build();
        FilterState claimed =
                write(Optional.empty(), FilterState.claimed(Optional.empty(), planned(spec), "1111111111111111"));
        return claimed.phase() == Phase.MAKING ? write(claimed, FilterState::published) : claimed;
    }

    private static NamedLayer slice(FilterState state, String id, long slice) {
        return new NamedLayer(id, state.filter().geometry(), OptionalLong.of(slice));
    }

    @Test
    void aWindowHasNoKeysUntilTheFirstAdd() {
        FilterState empty = window();
        assertEquals(Optional.empty(), empty.making());
        assertEquals(List.of(), empty.filter().layerIds());
        FilterState first = write(
                write(empty, state -> state.making(slice(state, "2222222222222222", 70))), FilterState::published);
        assertEquals(List.of("2222222222222222"), first.filter().layerIds());
        assertEquals(List.of(70L), first.filter().window().orElseThrow().open());
        assertTrue(first.uses("2222222222222222.70"));
        assertEquals(List.of(), first.ended());
    }

    @Test
    void theKeysOfAWindowMoveToOneSliceAfterAnother() {
        FilterState at70 = write(
                write(window(), state -> state.making(slice(state, "2222222222222222", 70))), FilterState::published);
        FilterState moving = write(at70, state -> state.movingTo(72));
        assertEquals(List.of(70L, 72L), moving.filter().window().orElseThrow().open());
        assertTrue(moving.uses("2222222222222222.70"));
        assertTrue(moving.uses("2222222222222222.72"));
        FilterState arrived = write(moving, FilterState::arrived);
        assertEquals(List.of(72L), arrived.filter().window().orElseThrow().open());
        assertFalse(arrived.uses("2222222222222222.70"));
        assertTrue(arrived.uses("2222222222222222.72"));
    }

    @Test
    void emptyKeysOfAWindowTakeThePlaceOfTheOthers() {
        FilterState at70 = write(
                write(window(), state -> state.making(slice(state, "2222222222222222", 70))), FilterState::published);
        FilterState making = write(at70, state -> state.making(slice(state, "3333333333333333", 90)));
        assertTrue(making.uses("2222222222222222.70"), "they are in use until the others are there");
        FilterState published = write(making, FilterState::published);
        assertEquals(List.of("3333333333333333"), published.filter().layerIds());
        assertEquals(List.of(90L), published.filter().window().orElseThrow().open());
        assertEquals(List.of("2222222222222222.70"), ended(published));
    }

    @Test
    void aClearOfAWindowEndsBothPlacesOfItsKeys() {
        FilterState at70 = write(
                write(window(), state -> state.making(slice(state, "2222222222222222", 70))), FilterState::published);
        FilterState moving = write(at70, state -> state.movingTo(72));
        FilterState clearing = write(moving, state -> state.cleared("00000000000000cc", "3333333333333333"));
        assertEquals(Set.of("2222222222222222.70", "2222222222222222.72"), Set.copyOf(ended(clearing)));
        assertEquals(Optional.empty(), clearing.making());
        FilterState ready = write(clearing, FilterState::published);
        assertEquals(Phase.READY, ready.phase());
        assertEquals(List.of(), ready.filter().layerIds());
        assertEquals(List.of(), ready.filter().window().orElseThrow().open());
    }

    /** Whatever follows what: an id that was named leaves only by way of `ended`. */
    @Test
    void noLayerIsForgottenThatHasNotEnded() {
        for (int seed = 0; seed < 300; seed++) {
            java.util.Random random = new java.util.Random(seed);
            List<FilterState> history = new ArrayList<>(List.of(created()));
            for (int step = 0; step < 25; step++) {
                FilterState current = history.get(history.size() - 1);
                history.add(write(current, state -> change(state, random.nextInt(12))));
            }
            for (int i = 0; i + 1 < history.size(); i++) {
                assertStep(seed, history.get(i), history.get(i + 1));
            }
        }
    }

    private FilterState change(FilterState state, int which) {
        boolean isUsable = state.phase() == Phase.READY;
        boolean isRebuilt = state.filter().rebuild().isPresent();
        boolean isFilling = state.filter()
                .rebuild()
                .filter(FilterDescription.Rebuild::isOpen)
                .isPresent();
        if (state.isOver()) {
            return state.phase() == Phase.DELETING
                    ? state.removed()
                    : FilterState.claimed(Optional.of(state), planned(TestFilters.clicks(2)), id());
        }
        return switch (which) {
            case 0 -> isUsable ? state.cleared(id(), id()) : state.expiring(Lifetime.FOR_EVER);
            case 1 -> isUsable ? state.making(larger(id())) : state.settled();
            case 2, 3 -> state.making().isPresent() ? state.published() : state.settled();
            case 4 -> state.making().isPresent() ? state.takenOver(id()) : state.settled();
            case 5 -> isUsable ? state.rebuilding(next(state), id()) : state.settled();
            case 6, 7 -> isRebuilt && state.makingNext().isPresent() ? state.nextPublished() : state.settled();
            case 8 -> isFilling && isUsable ? state.switching() : state.settled();
            case 9 -> state.phase() == Phase.SWITCHING ? state.switched() : state.abandoned();
            case 10 -> isFilling ? state.nextMaking(larger(id())) : state.settled();
            default -> state.version().number() % 7 == 0 ? state.deleted() : state.settled();
        };
    }

    private static void assertStep(int seed, FilterState before, FilterState after) {
        String step = "seed " + seed + ": " + StateText.encode(before) + "\n -> " + StateText.encode(after);
        for (String name : named(before)) {
            assertTrue(ended(before).contains(name) || named(after).contains(name), step);
        }
        for (Ended keys : before.ended()) {
            assertFalse(after.uses(keys.name()), "no id comes back: " + step);
        }
        if (after.filter().ready()) {
            Set<String> inUse = Set.copyOf(before.filter().layerIds());
            assertTrue(ended(after).stream().noneMatch(inUse::contains), "rule 2: " + step);
        }
        assertEquals(before.version().number() + 1, after.version().number());
        assertEquals(before.version().by(), after.after());
        assertNotEquals(before.version().by(), after.version().by());
        assertEquals(
                StateText.encode(after),
                StateText.encode(StateText.decode("clicks", after.version().number(), StateText.encode(after))),
                step);
    }

    private static Set<String> named(FilterState state) {
        Set<String> names = state.ended().stream().map(Ended::name).collect(Collectors.toCollection(TreeSet::new));
        names.addAll(state.filter().layerIds());
        state.making().ifPresent(layer -> names.add(layer.id()));
        state.makingNext().ifPresent(layer -> names.add(layer.id()));
        state.filter()
                .rebuild()
                .ifPresent(rebuild -> names.addAll(rebuild.next().layerIds()));
        return names;
    }
}
