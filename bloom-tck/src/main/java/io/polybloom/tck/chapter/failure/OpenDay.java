package io.polybloom.tck.chapter.failure;

import io.polybloom.FilterDescription;
import io.polybloom.tck.fixture.StoredFilter;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import io.polybloom.tck.server.ScriptedServer;
import java.util.ArrayList;
import java.util.List;

/**
 * A filter of one partition that is open when something happens.
 *
 * @param server the server that holds it
 * @param front the server to which the client is connected
 * @param filter the filter's parameters
 */
record OpenDay(RedisServer server, ScriptedServer front, FilterDescription filter) {

    /** Ends the server, so that nobody listens any more at the address of the client's connection. */
    void kill() {
        server.kill();
        front.close();
    }

    /** Runs a command on the partition's key. */
    void redis(String command, String... arguments) {
        List<Object> words = new ArrayList<>();
        words.add(command);
        words.add(StoredFilter.partition(filter, 0, 0));
        words.addAll(List.of(arguments));
        try (RespClient redis = server.client()) {
            redis.call(words.toArray());
        }
    }
}
