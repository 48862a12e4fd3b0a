package io.polybloom.tck.chapter.opening;

import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.BadDay;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Opens filters at keys that hold values of other programs. */
@Needs(Capability.SERVER)
public abstract class ForeignDataTests extends KitTests {

    @TestFactory
    @Checks("5.09")
    List<DynamicTest> whatIsNoFilter() {
        BadDay otherType = BadDay.of(ForeignDataException.class, "another type");
        BadDay otherHash = BadDay.of(ForeignDataException.class, "a Polybloom specification");
        return List.of(
                row("a string", () -> refuses(otherType, true, "SET", "hello")),
                row("a list", () -> refuses(otherType, true, "RPUSH", "hello")),
                row("somebody else's hash", () -> refuses(otherHash, true, "HSET", "spec", "hello")));
    }

    /** A caller that gives a specification learns that the layout differs before learning that it is unknown. */
    @TestFactory
    @Checks("5.10")
    List<DynamicTest> whatALaterVersionWrote() {
        BadDay format = BadDay.of(UnsupportedFilterException.class, "format 2");
        BadDay layout = BadDay.of(UnsupportedFilterException.class, "spiral-v9");
        String spiral =
                "format=1;generation=0123456789abcdef;origin=0123456789abcdef;layout=spiral-v9;hash=murmur3-128;"
                        + "capacity=1000;fpp=0.01;sizing=BALANCED;bits=8;hashes=1;partitions=1;"
                        + "maxPartitionBits=134217728;servers=1;overCapacity=DEGRADE;elements=";
        return List.of(
                row("a later format", () -> refuses(format, true, "HSET", "spec", "format=2;shape=round")),
                row("an unknown layout", () -> refuses(layout, false, "HSET", "spec", spiral)));
    }

    private void refuses(BadDay expected, boolean alsoBySpec, String command, String... arguments) {
        FilterSpec spec = fresh().capacity(1000).build();
        List<Object> words = new ArrayList<>(List.of(command, "bloom:{" + spec.name() + "}"));
        words.addAll(List.of(arguments));
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            redis.call(words.toArray());
            BloomFilters filters = connect(Target.standalone(server.uri()));
            expected.assertFailure(server, () -> filters.openExisting(spec.name(), TEXT));
            if (alsoBySpec) {
                expected.assertFailure(server, () -> open(filters, spec));
            }
        }
    }
}
