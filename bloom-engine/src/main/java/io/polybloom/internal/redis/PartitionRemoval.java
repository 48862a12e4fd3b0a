package io.polybloom.internal.redis;

import io.polybloom.internal.model.Ended;
import io.polybloom.internal.model.KeyNames;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Partition;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.step.Step;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Removes the keys of many partitions. One command removes all keys that a partition of one layer may have, so that
 * none of them passes from one place to another unseen.
 */
public final class PartitionRemoval {

    private PartitionRemoval() {}

    /** Removes all partitions of some layers of one filter. */
    public static Step<Void> unlink(List<Layer> layers) {
        List<Ended> all = new ArrayList<>();
        for (Layer layer : layers) {
            int partitions = layer.geometry().partitions();
            all.add(new Ended(layer.keyName(), partitions));
            layer.next().ifPresent(next -> all.add(new Ended(next.keyName(), partitions)));
        }
        return layers.isEmpty()
                ? Step.done()
                : unlink(new KeyNames(layers.get(0).filter().name()), layers.get(0), all);
    }

    /**
     * Removes the keys of layers that a filter has ended.
     *
     * @param shape a layer of the filter, whose partitions are about as large
     */
    public static Step<Void> unlink(KeyNames names, Layer shape, List<Ended> ended) {
        if (ended.isEmpty()) {
            return Step.done();
        }
        Map<String, List<Ended>> layers = new LinkedHashMap<>();
        ended.forEach(keys ->
                layers.computeIfAbsent(keys.layer(), first -> new ArrayList<>()).add(keys));
        int servers = shape.filter().servers();
        // Each partition of each layer has an ordering key of its own, by which the progress is counted.
        Map<List<Ended>, Integer> firstKeys = new IdentityHashMap<>();
        int all = 0;
        for (List<Ended> places : layers.values()) {
            firstKeys.put(places, all);
            all += places.get(0).partitions();
        }
        Iterator<Batch> batches = layers.values().stream()
                .flatMap(places -> IntStream.range(0, places.get(0).partitions())
                        .mapToObj(number -> new Batch(
                                number % servers,
                                Objects.requireNonNull(firstKeys.get(places)) + number,
                                List.of(unlink(names, number, places)))))
                .iterator();
        return Steps.all(
                batches, PartitionSweep.partsOfMemory(shape.partition(0)), Answers::requireSuccess, Step::done);
    }

    private static Command unlink(KeyNames names, int partition, List<Ended> places) {
        return unlinkAll(places.stream()
                .flatMap(place -> names.allOf(partition, place.name()).stream())
                .map(key -> key.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    /**
     * Removes keys that writes have made again, of partitions that are not in use any more. One that is alive stays:
     * the server that has said otherwise may have come back empty, and another one may have taken its place.
     */
    public static Step<Void> unlinkRecreated(Collection<Partition> partitions) {
        return PartitionSweep.sweep(partitions.stream(), partition -> List.of(Bitfield.trailer(partition)))
                .then(dead -> PartitionSweep.sweep(dead.stream(), partition -> List.of(unlinkAll(partition.keys()))))
                .asVoid();
    }

    /** Removes keys of one slot by one command, so that none of them outlives another. */
    public static Command unlinkAll(List<byte[]> keys) {
        return Commands.unlink(keys.get(0), keys.subList(1, keys.size()).toArray(new byte[0][]));
    }
}
