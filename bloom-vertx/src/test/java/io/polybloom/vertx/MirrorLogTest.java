package io.polybloom.vertx;

import static io.polybloom.vertx.TestClient.LIMIT;
import static io.polybloom.vertx.TestClient.TEXT;
import static io.polybloom.vertx.TestClient.await;
import static io.polybloom.vertx.TestClient.failureOf;
import static io.polybloom.vertx.TestClient.spec;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.FilterGoneException;
import io.polybloom.MirrorOptions;
import io.polybloom.tck.server.Await;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** An executor that refreshes a mirror does not wait for the answer, and what fails is logged when that comes. */
class MirrorLogTest {

    private final List<String> logged = new CopyOnWriteArrayList<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void theFirstOfSeveralRefreshesThatFailIsLogged() {
        List<Runnable> refreshes = new ArrayList<>();
        ScheduledExecutorService executor = new ScheduledThreadPoolExecutor(1) {
            @Override
            public ScheduledFuture<?> scheduleWithFixedDelay(
                    Runnable refresh, long initialDelay, long delay, TimeUnit unit) {
                refreshes.add(refresh);
                return schedule(() -> {}, 0, unit);
            }
        };
        Logger logger = Logger.getLogger("io.polybloom");
        logger.addHandler(handler);
        try (RedisServer server = RedisServer.start();
                TestClient client = new TestClient(server.uri());
                RespClient redis = server.client()) {
            client.open(spec("clicks", 1));
            VertxFilterMirror<CharSequence> mirror = await(client.filters.<CharSequence>mirror(
                    "clicks", TEXT, MirrorOptions.defaults().refreshedBy(executor)));
            redis.call("FLUSHALL");
            refreshes.get(0).run();
            Await.until("a refresh that fails is logged", LIMIT, () -> !logged.isEmpty());
            refreshes.get(0).run();
            failureOf(FilterGoneException.class, mirror.refresh());
            assertEquals(1, logged.size(), logged::toString);
            assertTrue(
                    logged.get(0)
                            .startsWith("the mirror of the filter 'clicks' could not be refreshed: the filter 'clicks'"
                                    + " is gone"),
                    logged::toString);
        } finally {
            logger.removeHandler(handler);
            executor.shutdownNow();
        }
    }
}
