package io.polybloom;

import io.polybloom.layout.Layout;
import io.polybloom.layout.Layouts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A measurement of a filter.
 *
 * @param description the parameters of the filter that was measured
 * @param layers the measurement of each layer, oldest first; one unless the filter has grown. With a window, the
 *     measurement of each remembered slice, of which there may be none
 */
public record FilterStats(FilterDescription description, List<LayerStats> layers) {

    /** Copies the layers. */
    public FilterStats {
        layers = List.copyOf(layers);
    }

    /** Returns the estimated number of distinct elements, over all layers. */
    public long estimatedCount() {
        long count = 0;
        for (LayerStats layer : layers) {
            count += layer.estimatedCount();
        }
        return count;
    }

    /**
     * Returns the share of set bits among the sampled ones, in [0, 1]; 0 if there are none. If the server stores the
     * bits, the ratio that theory predicts for the number of elements.
     */
    public double fillRatio() {
        double set = 0;
        for (LayerStats layer : layers) {
            set += layer.fillRatio() * layer.sampledBits();
        }
        return layers.isEmpty() ? 0 : set / sampledBits();
    }

    /** Returns the number of sampled bits. */
    public long sampledBits() {
        long bits = 0;
        for (LayerStats layer : layers) {
            bits += layer.sampledBits();
        }
        return bits;
    }

    /** Returns the estimated probability that an absent element is now reported as present, by any layer, in [0, 1]. */
    public double currentFalsePositiveRate() {
        // By logarithms: 1 - p is 1 for the smallest rates.
        double absentEverywhere = 0;
        for (LayerStats layer : layers) {
            absentEverywhere += Math.log1p(-layer.currentFalsePositiveRate());
        }
        return layers.size() == 1 ? layers.get(0).currentFalsePositiveRate() : 0 - Math.expm1(absentEverywhere);
    }

    /**
     * Returns the bytes that the partitions occupy, without the server's own overhead per key. If the server stores the
     * bits, the size that the server reports.
     */
    public long memoryBytes() {
        if (Layouts.find(description.layout()).flatMap(Layout::module).isPresent()) {
            return sampledBits() / Byte.SIZE;
        }
        return layers.isEmpty() ? 0 : description.memoryBytes();
    }

    /**
     * Returns the remembered slices of a filter with a window, oldest first, with the measurement of each, from the
     * first one in which an element was added. Empty if no element was added in any of them, or if the filter has no
     * window.
     */
    public List<Slice> slices() {
        return description.window().map(this::slicesOf).orElse(List.of());
    }

    private List<Slice> slicesOf(FilterWindow window) {
        List<Slice> slices = new ArrayList<>();
        for (int i = 0; i < layers.size(); i++) {
            long number = window.open().get(0) - layers.size() + 1 + i;
            slices.add(new Slice(
                    number, window.begin(number), window.begin(number + 1), window.end(number), layers.get(i)));
        }
        return slices;
    }

    /** Returns whether the estimate exceeds the filter's capacity; a filter that grows keeps its rate nevertheless. */
    public boolean isOverCapacity() {
        return estimatedCount() > description.capacity();
    }

    /** Returns the name and the figures of the filter in one line, for logs; the format may change. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "FilterStats[%s: about %d of %d elements, fill ratio %.3f, false-positive rate %.2g, %d bytes]",
                description.name(),
                estimatedCount(),
                description.capacity(),
                fillRatio(),
                currentFalsePositiveRate(),
                memoryBytes());
    }

    /**
     * A measurement of one slice of a filter with a window. The instants are by the clock of the server that has the
     * register.
     *
     * @param number the number of the slice
     * @param begin the instant from which the slice takes elements
     * @param end the instant at which the next slice begins
     * @param forgottenAt the instant from which the elements of the slice are forgotten: its end plus the span
     * @param measured the measurement
     */
    public record Slice(long number, Instant begin, Instant end, Instant forgottenAt, LayerStats measured) {}
}
