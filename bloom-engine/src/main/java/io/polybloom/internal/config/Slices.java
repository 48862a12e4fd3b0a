package io.polybloom.internal.config;

import io.polybloom.FilterDescription;
import io.polybloom.FilterWindow;
import io.polybloom.internal.model.Descriptions;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Reads from the fields of a config up to which slice the keys of a generation are prepared, if it has a window. */
final class Slices extends LayerFields {

    /** Stands for the slice before the first one: the generation is ready, even if it has no keys. */
    static final long NONE = FilterWindow.NO_SLICE;

    private final String generation;

    Slices(Map<String, String> fields, FilterDescription filter) {
        super(fields, filter);
        this.generation = filter.generation();
    }

    @Override
    FilterDescription counting() {
        return Descriptions.withSlices(filter, filter.ready() ? open() : List.of());
    }

    @Override
    Generation claimed() {
        FilterDescription claimed = Descriptions.cleared(filter, filter.clears(), generation);
        return new Generation(Descriptions.withSlices(claimed, List.copyOf(slices())));
    }

    @Override
    List<Layer> claimedLayers() {
        return Generation.ofSlices(filter, slices());
    }

    /**
     * Returns the slice up to which all keys are prepared, and the one that has been chosen to follow it, if any. Keys
     * of the first one may be in use although it is not marked: a failover can lose the mark when a client has read it.
     */
    private List<Long> open() {
        long newest = newest();
        long next = next(newest);
        if (next > newest) {
            return List.of(newest, next);
        }
        return newest == NONE ? List.of() : List.of(newest);
    }

    /** Returns the slice that has been chosen to follow another one; {@link #NONE} if none has. */
    long next(long before) {
        String chosen = fields.get(ConfigRecord.sliceField(generation, before));
        return chosen == null || !isNumber(chosen) ? NONE : Long.parseLong(chosen);
    }

    /** Returns all slices up to which keys may be prepared, oldest first. */
    private SortedSet<Long> slices() {
        SortedSet<Long> claimed = new TreeSet<>(numbers(ConfigRecord.READY));
        for (long before : numbers(ConfigRecord.SLICE)) {
            claimed.add(before);
            claimed.add(next(before));
        }
        claimed.remove(NONE);
        return claimed;
    }

    /** Returns the fields about slices before the last one that was prepared before another one. */
    List<String> fieldsBefore(long next) {
        long slice = prepared().headSet(next).stream()
                .mapToLong(Long::longValue)
                .max()
                .orElse(NONE);
        List<String> before = new ArrayList<>();
        for (long number : numbers(ConfigRecord.READY)) {
            if (number != NONE && number < slice) {
                before.addAll(BirthLog.of(fields, generation, number).fields());
            }
        }
        for (long number : numbers(ConfigRecord.SLICE)) {
            if (number < slice) {
                before.add(ConfigRecord.sliceField(generation, number));
            }
        }
        return before;
    }

    private long newest() {
        return prepared().last();
    }

    private SortedSet<Long> prepared() {
        SortedSet<Long> prepared = numbers(ConfigRecord.READY);
        prepared.removeIf(number ->
                number != NONE && !BirthLog.of(fields, generation, number).isOver());
        return prepared;
    }

    private SortedSet<Long> numbers(String kind) {
        String prefix = kind + generation + ".";
        SortedSet<Long> numbers = new TreeSet<>(List.of(NONE));
        for (String field : fields.keySet()) {
            if (field.startsWith(prefix)) {
                // The fields of a birth have a number of their own behind that of the slice.
                String number = field.substring(prefix.length()).split("\\.", 2)[0];
                if (isNumber(number)) {
                    numbers.add(Long.parseLong(number));
                }
            }
        }
        return numbers;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 19 && text.chars().allMatch(Character::isDigit);
    }
}
