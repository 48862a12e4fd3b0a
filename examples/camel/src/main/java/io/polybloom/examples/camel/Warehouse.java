package io.polybloom.examples.camel;

import io.polybloom.BloomFilter;
import io.polybloom.camel.ClaimsIdempotentRepository;
import io.polybloom.camel.Delivery;
import org.apache.camel.builder.RouteBuilder;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Ships each order once, although a customer may have sent it several times. The filter {@code shipped} knows all
 * orders; the id of a row is the number of its delivery.
 */
@SpringBootApplication
public class Warehouse {

    @Bean
    RouteBuilder shipping(BloomFilter<String> shipped) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("sql:select * from orders order by id")
                        .setHeader("id", simple("${body[id]}"))
                        .idempotentConsumer(
                                simple("${body[number]}"),
                                new ClaimsIdempotentRepository(shipped, Delivery.ofHeader("orders", "id")))
                        .to("sql:insert into shipments (number) values (:#number)")
                        .log("shipped ${body[number]}")
                        .end()
                        .to("sql:delete from orders where id = :#id");
            }
        };
    }

    /** Takes the arguments of the program as orders. */
    @Bean
    ApplicationRunner orders(JdbcTemplate database) {
        return arguments -> {
            for (String number : arguments.getNonOptionArgs()) {
                database.update("insert into orders (number) values (?)", number);
            }
        };
    }

    /** Starts the application, which runs until it is stopped. */
    public static void main(String[] arguments) {
        SpringApplication.run(Warehouse.class, arguments);
    }
}
