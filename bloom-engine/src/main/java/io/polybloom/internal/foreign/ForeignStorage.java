package io.polybloom.internal.foreign;

import io.polybloom.FilterDescription;
import io.polybloom.internal.model.Guard;
import io.polybloom.internal.model.Layer;
import io.polybloom.internal.model.Place;
import io.polybloom.internal.model.Storage;
import io.polybloom.layout.ForeignLayout;
import io.polybloom.spi.Batch;
import io.polybloom.spi.Command;
import io.polybloom.spi.Reply;
import java.util.Optional;

/** Bits in strings with the names of another system, which may have a record of their filter. */
final class ForeignStorage extends Storage {

    private final ForeignLayout layout;

    ForeignStorage(ForeignLayout layout) {
        this.layout = layout;
    }

    @Override
    public boolean isVersioned() {
        return false;
    }

    @Override
    protected Place place(Layer layer, int partition) {
        FilterDescription filter = layer.filter();
        ForeignLayout.Place place = layout.place(filter.name(), layer.geometry(), filter.servers(), partition);
        return new Place(place.server(), place.number(), place.key(), place.bits());
    }

    @Override
    public Optional<Guard> guard(Layer layer) {
        FilterDescription known = layer.filter();
        return ForeignConfig.of(known.name(), layout, known.servers()).map(config -> new ConfigGuard(config, known));
    }

    /** The config must still say the same as when the filter was opened. */
    private record ConfigGuard(ForeignConfig config, FilterDescription known) implements Guard {

        @Override
        public byte[] key() {
            return config.key();
        }

        @Override
        public Batch batch(Command... commands) {
            return config.batch(commands);
        }

        @Override
        public Command read() {
            return config.read();
        }

        @Override
        public void requireUnchanged(Reply reply) {
            config.requireUnchanged(reply, known);
        }
    }
}
