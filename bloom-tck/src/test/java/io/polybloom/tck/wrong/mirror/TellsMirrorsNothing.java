package io.polybloom.tck.wrong.mirror;

import com.google.common.hash.Funnel;
import io.polybloom.BloomFilters;
import io.polybloom.FilterMirror;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** Opens mirrors through another client than filters. */
@Breaks(Rule.MIRROR_OF_ITS_CLIENT)
public final class TellsMirrorsNothing implements Connector {

    private record Both(Connection one, Connection other) implements Connection {
        @Override
        public BloomFilters filters() {
            return Change.made(BloomFilters.class, new Change<BloomFilters>(one.filters()) {
                public <T> FilterMirror<T> mirror(String name, Funnel<? super T> funnel, MirrorOptions options) {
                    return other.filters().mirror(name, funnel, options);
                }
            });
        }

        @Override
        public void close() {
            one.close();
            other.close();
        }
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        LettuceBackend right = new LettuceBackend();
        return new Both(right.connect(target, timeout), right.connect(target, timeout));
    }
}
