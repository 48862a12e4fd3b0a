package io.polybloom.examples.spring;

import io.polybloom.BloomFilter;
import io.polybloom.FilterMirror;
import io.polybloom.StaleMirrorException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers which customer has an order. The filter {@code issued} knows the ids of all orders, and its mirror answers
 * for it without Redis.
 */
@SpringBootApplication
@RestController
public class Shop {

    private final BloomFilter<Long> issued;
    private final FilterMirror<Long> issuedMirror;
    private final JdbcClient database;

    Shop(BloomFilter<Long> issued, FilterMirror<Long> issuedMirror, JdbcClient database) {
        this.issued = issued;
        this.issuedMirror = issuedMirror;
        this.database = database;
    }

    /** Issues an id: first in the filter, so that no order is in the database alone. */
    @PutMapping("/orders/{id}")
    void issue(@PathVariable long id, @RequestBody String customer) {
        issued.add(id);
        database.sql("INSERT INTO orders VALUES (?, ?)").params(id, customer).update();
    }

    @GetMapping("/orders/{id}")
    ResponseEntity<String> customer(@PathVariable long id) {
        return mayBeIssued(id)
                ? ResponseEntity.of(database.sql("SELECT customer FROM orders WHERE id = ?")
                        .param(id)
                        .query(String.class)
                        .optional())
                : ResponseEntity.notFound().build();
    }

    /** The mirror knows what this application has issued, and what others had issued when it was last refreshed. */
    private boolean mayBeIssued(long id) {
        try {
            return issuedMirror.mightContain(id);
        } catch (StaleMirrorException refreshesFail) {
            return issued.mightContain(id);
        }
    }

    /** Starts the application. */
    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}
