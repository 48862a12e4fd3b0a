package io.polybloom.spring.starter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.polybloom.BloomFilters;
import io.polybloom.memory.InMemoryBloom;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** The health endpoint of Spring Boot, and a server that answers when all filters have been asked for, not earlier. */
@Timeout(300)
class HealthTest {

    private final CountDownLatch allAsked = new CountDownLatch(3);

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** One after the other, the first would wait for the others in vain. */
    @Test
    void allFiltersAreCheckedAtTheSameTime() {
        new ApplicationContextRunner()
                .withUserConfiguration(Application.class)
                .withBean(BloomFilters.class, this::answeringTogether)
                .withPropertyValues(
                        "management.endpoints.web.exposure.include=health",
                        "polybloom.health-timeout=200s",
                        "polybloom.filters.a.capacity=1000",
                        "polybloom.filters.b.capacity=1000",
                        "polybloom.filters.c.capacity=1000")
                .run(context -> assertEquals(
                        Map.of("a", "UNKNOWN", "b", "UNKNOWN", "c", "UNKNOWN"), Boot.health(context)));
    }

    private BloomFilters answeringTogether() {
        BloomFilters memory = InMemoryBloom.create();
        return (BloomFilters) Proxy.newProxyInstance(
                BloomFilters.class.getClassLoader(),
                new Class<?>[] {BloomFilters.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("run")) {
                        allAsked.countDown();
                        allAsked.await();
                    }
                    return method.invoke(memory, arguments);
                });
    }
}
