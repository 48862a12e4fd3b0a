package io.polybloom.spring.actuate;

import io.polybloom.BloomFilterException;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The operations of the endpoint {@code bloom} on one filter, over HTTP. If the filter cannot be opened or measured,
 * they answer with status 503 and the reason; if no bean has the name, with status 404.
 */
@EndpointWebExtension(endpoint = BloomEndpoint.class)
public class BloomEndpointWebExtension {

    private final BloomEndpoint endpoint;

    /** Creates the extension of an endpoint. */
    public BloomEndpointWebExtension(BloomEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Measures one filter: see {@link BloomEndpoint#filter}. */
    @ReadOperation
    public WebEndpointResponse<?> filter(@Selector String name) {
        return respond(() -> endpoint.filter(name));
    }

    /** Opens a filter again: see {@link BloomEndpoint#open}. */
    @WriteOperation
    public WebEndpointResponse<?> open(@Selector String name) {
        return respond(() -> endpoint.open(name));
    }

    private static WebEndpointResponse<?> respond(Supplier<@Nullable FilterView> operation) {
        try {
            FilterView view = operation.get();
            return view == null
                    ? new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND)
                    : new WebEndpointResponse<>(view);
        } catch (BloomFilterException failure) {
            return new WebEndpointResponse<>(
                    Map.of(
                            "error", failure.getClass().getSimpleName(),
                            "message", String.valueOf(failure.getMessage())),
                    WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
        }
    }
}
