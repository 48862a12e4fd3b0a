package io.polybloom.tck.chapter.opening;

import io.polybloom.BloomFilters;
import io.polybloom.FilterSpec;
import io.polybloom.ForeignDataException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.fixture.BadDay;
import io.polybloom.tck.fixture.KitTests;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.rule.Checks;
import io.polybloom.tck.rule.Needs;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.List;
import java.util.function.BiConsumer;
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
                row(
                        "a string",
                        () -> refuses(
                                otherType,
                                true,
                                (redis, name) -> redis.call("SET", StoredFilter.register(name), "hello"))),
                row(
                        "a list",
                        () -> refuses(
                                otherType,
                                true,
                                (redis, name) -> redis.call("RPUSH", StoredFilter.register(name), "hello"))),
                row("somebody else's hash", () -> refuses(otherHash, true, StoredFilter::storeForeignHash)),
                row("somebody else's numbers", () -> refuses(otherHash, true, StoredFilter::storeForeignNumbers)));
    }

    /** A caller that gives a specification learns that the layout differs before learning that it is unknown. */
    @TestFactory
    @Checks("5.10")
    List<DynamicTest> whatALaterVersionWrote() {
        BadDay format = BadDay.of(UnsupportedFilterException.class, "format 3");
        BadDay layout = BadDay.of(UnsupportedFilterException.class, "spiral-v9");
        return List.of(
                row("a later format", () -> refuses(format, true, StoredFilter::storeLaterFormat)),
                row(
                        "an unknown layout",
                        () -> refuses(
                                layout,
                                false,
                                (redis, name) -> StoredFilter.storeLaterLayout(redis, name, "spiral-v9"))));
    }

    private void refuses(BadDay expected, boolean alsoBySpec, BiConsumer<RespClient, String> store) {
        FilterSpec spec = fresh().capacity(1000).build();
        try (RedisServer server = RedisServer.start();
                RespClient redis = server.client()) {
            store.accept(redis, spec.name());
            BloomFilters filters = connect(Target.standalone(server.uri()));
            expected.assertFailure(server, () -> filters.openExisting(spec.name(), TEXT));
            if (alsoBySpec) {
                expected.assertFailure(server, () -> open(filters, spec));
            }
        }
    }
}
