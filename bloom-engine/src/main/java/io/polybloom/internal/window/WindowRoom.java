package io.polybloom.internal.window;

import io.polybloom.FilterDescription;
import io.polybloom.internal.capacity.Precision;
import io.polybloom.internal.capacity.Sample;
import io.polybloom.internal.capacity.SampleRoom;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.TimeRoom;
import io.polybloom.internal.filter.TimeView;
import io.polybloom.internal.membership.AddRoom;
import io.polybloom.internal.membership.BulkAdd;
import io.polybloom.internal.model.CallElements;
import io.polybloom.internal.model.Generation;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Layering;
import io.polybloom.internal.model.LayeringRoom;
import io.polybloom.internal.model.PartitionKeysRoom;
import io.polybloom.internal.state.ServerTime;
import io.polybloom.layout.Layout;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the core is told about filters with a window. Thread-safe. */
public final class WindowRoom implements AddRoom, LayeringRoom, PartitionKeysRoom, SampleRoom, TimeRoom {

    @Override
    public Optional<Layering> layering(FilterDescription filter, Layout layout) {
        return filter.window().map(window -> new MovingLayer(filter, layout));
    }

    @Override
    public Optional<String> whyKeysMove(FilterDescription filter) {
        return filter.window().map(window -> "has a window");
    }

    @Override
    public List<String> keysBeside(String partition) {
        return List.of(MovingLayer.keyOnTheWay(partition), MovingLayer.mask(partition));
    }

    @Override
    public Optional<Sample> sample(Layer layer, Precision precision) {
        return layer.filter().window().map(window -> new SliceSample(layer, precision));
    }

    @Override
    public Optional<TimeView> view(Generation generation, @Nullable ServerTime time) {
        return generation.description().window().map(window -> new RememberedSlices(generation, time));
    }

    @Override
    public Optional<BulkAdd> add(OpenFilter filter, CallElements elements) {
        return Optional.of(new WindowAdd(filter, elements));
    }
}
