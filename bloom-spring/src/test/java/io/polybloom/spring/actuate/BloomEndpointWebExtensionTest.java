package io.polybloom.spring.actuate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.common.hash.Funnels;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import io.polybloom.spring.filter.LazyBloomFilter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** A request about one filter is answered, with the reason if it fails. */
class BloomEndpointWebExtensionTest {

    private final BloomFilters memory = InMemoryBloom.create();
    private final BloomEndpointWebExtension extension =
            new BloomEndpointWebExtension(new BloomEndpoint(() -> Map.of("clicks", clicks(2000))));

    private LazyBloomFilter<byte[]> clicks(long capacity) {
        return new LazyBloomFilter<>(
                FilterSpec.named("clicks").capacity(capacity).build(),
                Funnels.byteArrayFunnel(),
                FilterOptions.defaults(),
                memory,
                Optional.empty(),
                opened -> {});
    }

    @Test
    void aFailureIsAnsweredWithItsReason() {
        clicks(1000).open();
        for (WebEndpointResponse<?> response :
                new WebEndpointResponse<?>[] {extension.filter("clicks"), extension.open("clicks")}) {
            assertEquals(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, response.getStatus());
            Map<?, ?> body = assertInstanceOf(Map.class, response.getBody());
            assertEquals("SpecMismatchException", body.get("error"));
            String message = assertInstanceOf(String.class, body.get("message"));
            assertEquals(
                    "the filter 'clicks' exists with other parameters", message.substring(0, message.indexOf(':')));
        }
    }

    @Test
    void aFilterIsShownAndAnUnknownOneIsNotFound() {
        assertInstanceOf(FilterView.class, extension.open("clicks").getBody());
        assertEquals(WebEndpointResponse.STATUS_OK, extension.filter("clicks").getStatus());
        assertEquals(
                WebEndpointResponse.STATUS_NOT_FOUND,
                extension.filter("unknown").getStatus());
    }
}
