package io.polybloom.examples.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
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

    @Test
    void anOrderIsNotDeniedWhenTheFilterIsLost() throws Exception {
        try (RespClient client = redis.client()) {
            client.call("FLUSHALL");
        }
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
