package io.polybloom.tck.wrong.client;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** Takes a node of a cluster for a server of its own. */
@Breaks({Rule.PARTITIONS_SPREAD, Rule.CLUSTER_OPERATIONS, Rule.MOVING_SLOTS})
public final class KnowsOneNode implements Connector {

    @Override
    public Connection connect(Target target, Duration timeout) {
        Target known = target.kind() == Target.Kind.CLUSTER
                ? Target.standalone(target.uris().get(0))
                : target;
        return new LettuceBackend().connect(known, timeout);
    }
}
