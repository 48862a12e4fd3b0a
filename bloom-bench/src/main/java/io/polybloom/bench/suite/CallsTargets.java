package io.polybloom.bench.suite;

import static io.polybloom.bench.suite.BulkContestant.ADD;
import static io.polybloom.bench.suite.BulkContestant.LOOK_UP;
import static io.polybloom.bench.suite.CallsTables.JEDIS;
import static io.polybloom.bench.suite.CallsTables.UNGROUPED;

import io.polybloom.bench.filter.ModuleFilter;
import io.polybloom.bench.filter.OurFilter;
import io.polybloom.bench.filter.RedissonPeer;
import io.polybloom.bench.run.Figure;
import io.polybloom.bench.run.Results;
import io.polybloom.layout.Layouts;
import java.util.EnumMap;
import java.util.Map;

/** The figures of calls of several sizes that have a target. */
final class CallsTargets {

    private static final String PEER = RedissonPeer.NAME;
    private static final String MODULE = ModuleFilter.NAME;

    private CallsTargets() {}

    /** The targets of the sizes that were measured. */
    static Map<Target, Figure> of(Map<Integer, Results> bySize, boolean module) {
        Map<Target, Figure> figures = new EnumMap<>(Target.class);
        Results thousand = bySize.get(1_000);
        if (thousand != null) {
            figures.put(Target.CALLS_OF_1000_SERVER, thousand.serverRatio(JEDIS, ADD, UNGROUPED, ADD));
            figures.put(Target.CALLS_OF_1000_ADD, thousand.speedUp(JEDIS, ADD, UNGROUPED, ADD));
        }
        Results tenThousand = bySize.get(10_000);
        if (tenThousand != null) {
            figures.put(Target.CALLS_ADD_JEDIS, tenThousand.speedUp(JEDIS, ADD, PEER, ADD));
            figures.put(Target.CALLS_ADD_REDISSON, tenThousand.speedUp(ours("Redisson"), ADD, PEER, ADD));
            figures.put(Target.CALLS_ADD_VERTX, tenThousand.speedUp(ours("Vert.x"), ADD, PEER, ADD));
            figures.put(Target.CALLS_ADD_SERVER, tenThousand.serverRatio(JEDIS, ADD, UNGROUPED, ADD));
            figures.put(Target.CALLS_LOOK_UP, tenThousand.speedUp(JEDIS, LOOK_UP, PEER, LOOK_UP));
        }
        if (tenThousand != null && module) {
            figures.put(Target.CALLS_MODULE_ADD, tenThousand.speedUp(JEDIS, ADD, MODULE, ADD));
            figures.put(Target.CALLS_MODULE_SERVER, tenThousand.serverRatio(JEDIS, ADD, MODULE, ADD));
        }
        return figures;
    }

    /** The figure of the largest calls on a filter of ten times the capacity. */
    static Figure largeAdd(Results results) {
        return results.speedUp(JEDIS, ADD, UNGROUPED, ADD);
    }

    private static String ours(String client) {
        return OurFilter.name(client, Layouts.CLASSIC);
    }
}
