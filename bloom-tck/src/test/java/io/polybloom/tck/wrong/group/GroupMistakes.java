package io.polybloom.tck.wrong.group;

import io.polybloom.BloomFilters;
import io.polybloom.driver.BlockingBloomFilters;
import io.polybloom.spi.Transport;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.Connector;
import io.polybloom.tck.wrong.backend.WrongBackend;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** The mistakes of this package. */
public final class GroupMistakes {

    /** A cluster is left to the right backend. */
    private record GroupConnector(Class<? extends PlainTransport> mistake) implements Connector {
        @Override
        public Connection connect(Target target, Duration timeout) {
            if (target.kind() == Target.Kind.CLUSTER) {
                return new LettuceBackend().connect(target, timeout);
            }
            List<PlainTransport> servers = target.uris().stream()
                    .<PlainTransport>map(uri -> WrongBackend.make(mistake, URI.create(uri), timeout))
                    .toList();
            return new GroupConnection(servers, new BlockingBloomFilters(Transport.spread(servers)));
        }

        @Override
        public boolean sendsGroups() {
            return true;
        }
    }

    private record GroupConnection(List<PlainTransport> servers, BloomFilters filters) implements Connection {
        @Override
        public void close() {
            servers.forEach(PlainTransport::close);
        }
    }

    private GroupMistakes() {}

    public static List<WrongBackend> all() {
        return List.of(
                wrong(ExecutesAgain.class),
                wrong(ExecutesOneByOne.class),
                wrong(GoesOnElsewhere.class),
                wrong(KeepsConnectionsOfErrors.class),
                wrong(LetsACommandSlipIn.class),
                wrong(RepeatsFailedWrites.class),
                wrong(TurnsTheRepliesAround.class));
    }

    private static WrongBackend wrong(Class<? extends PlainTransport> mistake) {
        return new WrongBackend(mistake, new GroupConnector(mistake));
    }
}
