package io.polybloom.examples.camel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.polybloom.BloomFilter;
import io.polybloom.tck.server.RedisServer;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.NotifyBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The whole application. All orders are there when the route starts, and a test goes on when Camel has counted the
 * exchanges that they make. So nothing depends on when the route polls; the deadline ends a test that hangs.
 */
class WarehouseTest {

    private static final long DEADLINE_MINUTES = 5;

    private final RedisServer redis = RedisServer.start();

    /** In memory, and kept while no application runs. */
    private final String database = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void shipsEachOrderOnce() throws Exception {
        try (Running warehouse = new Running("a", "b", "a", "c", "b")) {
            warehouse.awaitDone(5, warehouse::startRoute);
            assertEquals(List.of("a", "b", "c"), warehouse.shipped());
        }
        try (Running again = new Running("c", "d")) {
            again.awaitDone(2, again::startRoute);
            assertEquals(List.of("a", "b", "c", "d"), again.shipped());
            assertEquals(0, again.left());
        }
    }

    /** Its row is read again with the next poll, and is no duplicate of itself. */
    @Test
    void anOrderThatFailsIsShippedWhenItIsReadAgain() throws Exception {
        try (Running warehouse = new Running("a", "b", "c")) {
            warehouse.refuse("b");
            warehouse.awaitDone(3, warehouse::startRoute);
            assertEquals(List.of("a", "c"), warehouse.shipped());
            warehouse.awaitCompleted(1, warehouse::accept);
            assertEquals(List.of("a", "c", "b"), warehouse.shipped());
            assertEquals(0, warehouse.left());
        }
    }

    @Test
    void anOrderThatFailedBeforeARestartIsShippedAfterIt() throws Exception {
        try (Running warehouse = new Running("a", "b", "b", "c")) {
            warehouse.refuse("b");
            warehouse.awaitDone(4, warehouse::startRoute);
            assertEquals(1, warehouse.left());
        }
        try (Running again = new Running()) {
            again.accept();
            again.awaitCompleted(1, again::startRoute);
            assertEquals(List.of("a", "c", "b"), again.shipped());
        }
    }

    /** The control: what was added without a claim is a duplicate, also for the one that has added it. */
    @Test
    void anOrderThatWasOnlyAddedIsNotShipped() throws Exception {
        try (Running warehouse = new Running("a", "b", "c")) {
            warehouse.filter().add("b");
            warehouse.awaitDone(3, warehouse::startRoute);
            assertEquals(List.of("a", "c"), warehouse.shipped());
        }
    }

    /** The application from its start to its end, on the Redis and the database of the test. */
    private final class Running implements AutoCloseable {

        private final ConfigurableApplicationContext context;
        private final CamelContext camel;
        private final JdbcTemplate tables;

        Running(String... orders) {
            String[] options = {
                "--spring.main.banner-mode=off",
                "--logging.level.root=off",
                "--camel.main.auto-startup=false",
                "--camel.main.run-controller=false",
                "--spring.datasource.url=" + database,
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port()
            };
            context = SpringApplication.run(Warehouse.class, options);
            camel = context.getBean(CamelContext.class);
            tables = context.getBean(JdbcTemplate.class);
            for (String number : orders) {
                tables.update("insert into orders (number) values (?)", number);
            }
        }

        void startRoute() throws Exception {
            camel.getRouteController().startAllRoutes();
        }

        /** Runs something, and waits until this number of exchanges have ended, with a failure or without. */
        void awaitDone(int exchanges, Step step) throws Exception {
            await(new NotifyBuilder(camel).whenDone(exchanges), step);
        }

        /** Runs something, and waits until this number of exchanges have ended without a failure. */
        void awaitCompleted(int exchanges, Step step) throws Exception {
            await(new NotifyBuilder(camel).whenCompleted(exchanges), step);
        }

        private void await(NotifyBuilder condition, Step step) throws Exception {
            NotifyBuilder counting = condition.create();
            step.run();
            assertTrue(counting.matches(DEADLINE_MINUTES, TimeUnit.MINUTES), "hangs");
        }

        @SuppressWarnings("unchecked")
        BloomFilter<String> filter() {
            return context.getBean("shipped", BloomFilter.class);
        }

        List<String> shipped() {
            return tables.queryForList("select number from shipments", String.class);
        }

        int left() {
            return tables.queryForObject("select count(*) from orders", Integer.class);
        }

        void refuse(String number) {
            tables.execute("alter table shipments add constraint refused check (number <> '" + number + "')");
        }

        void accept() {
            tables.execute("alter table shipments drop constraint refused");
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private interface Step {
        void run() throws Exception;
    }
}
