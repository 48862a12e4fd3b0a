package io.polybloom.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import io.polybloom.BloomFilterException;
import io.polybloom.FilterMirror;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The whole application over HTTP. The database itself counts the queries that it is asked. */
class ShopTest {

    private static final int ORDERS = 100;
    private static final int NEVER_ISSUED = 1_000;
    private static final int REQUESTS = 1_000_000;

    /** The bits of an id are always the same, and so is this number. */
    private static final int FALSE_POSITIVES = 0;

    private final HttpClient http = HttpClient.newHttpClient();
    private final RedisServer redis = RedisServer.start();
    private final ConfigurableApplicationContext shop = SpringApplication.run(
            Shop.class,
            "--server.address=127.0.0.1",
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=off",
            "--spring.data.redis.host=" + redis.host(),
            "--spring.data.redis.port=" + redis.port());
    private final JdbcClient database = shop.getBean(JdbcClient.class);

    @BeforeEach
    void issueOrders() throws Exception {
        for (int id = 0; id < ORDERS; id++) {
            assertEquals(
                    200,
                    send(request(id).PUT(BodyPublishers.ofString("customer " + id)))
                            .statusCode());
        }
        database.sql("SET QUERY_STATISTICS TRUE").update();
    }

    @AfterEach
    void stop() {
        shop.close();
        redis.close();
    }

    @Test
    void theVersionOfSpringBootIsTheOneThatIsToBeTested() {
        assertEquals(System.getProperty("spring-boot.version"), SpringBootVersion.getVersion());
    }

    @Test
    void onlyIdsThatWereIssuedReachTheDatabase() throws Exception {
        for (int id = 0; id < ORDERS + NEVER_ISSUED; id++) {
            HttpResponse<String> answer = send(request(id).GET());
            assertEquals(id < ORDERS ? 200 : 404, answer.statusCode(), "order " + id);
            assertEquals(id < ORDERS ? "customer " + id : "", answer.body());
        }
        assertEquals(ORDERS, queries(), "of " + (ORDERS + NEVER_ISSUED) + " requests");
    }

    /** Without HTTP, which takes most of the time of a request. */
    @Test
    void aMillionRequestsNeedNoLookUpInRedisAndAQueryForEachOrderOnly() {
        BloomFilter<Long> issued = filter();
        List<Long> neverIssued = LongStream.range(ORDERS, REQUESTS).boxed().toList();
        int falsePositives = 0;
        for (boolean isPresent : issued.mightContainAll(neverIssued)) {
            falsePositives += isPresent ? 1 : 0;
        }
        Shop guarded = shop.getBean(Shop.class);
        try (RespClient client = redis.client()) {
            long before = lookUps(client);
            for (long id = 0; id < REQUESTS; id++) {
                assertEquals(
                        id < ORDERS ? 200 : 404,
                        guarded.customer(id).getStatusCode().value());
            }
            assertEquals(0, lookUps(client) - before, "look-ups in Redis");
        }
        assertEquals(ORDERS + falsePositives, queries(), "of " + REQUESTS + " requests");
        assertEquals(FALSE_POSITIVES, falsePositives);
    }

    /** Filters are read by these commands; mirrors by others. */
    private static long lookUps(RespClient client) {
        return client.executions("BITFIELD") + client.executions("BITFIELD_RO");
    }

    @SuppressWarnings("unchecked") // of the type of the property
    private BloomFilter<Long> filter() {
        return shop.getBean("issued", BloomFilter.class);
    }

    @Test
    void anOrderIsNotDeniedWhenTheFilterIsLost() throws Exception {
        try (RespClient client = redis.client()) {
            client.call("FLUSHALL");
        }
        assertThrows(
                BloomFilterException.class,
                () -> shop.getBean("issuedMirror", FilterMirror.class).refresh());
        assertEquals(500, send(request(0).GET()).statusCode());
        assertEquals(0, queries());
    }

    private int queries() {
        return database.sql("SELECT COALESCE(SUM(execution_count), 0) FROM information_schema.query_statistics"
                        + " WHERE sql_statement LIKE 'SELECT customer FROM orders%'")
                .query(Integer.class)
                .single();
    }

    private HttpRequest.Builder request(int id) {
        String port = shop.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/" + id));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), BodyHandlers.ofString());
    }
}
