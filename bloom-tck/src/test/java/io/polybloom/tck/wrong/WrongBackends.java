package io.polybloom.tck.wrong;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.client.ClientMistakes;
import io.polybloom.tck.wrong.filter.FilterMistakes;
import io.polybloom.tck.wrong.group.GroupMistakes;
import io.polybloom.tck.wrong.later.LaterMistakes;
import io.polybloom.tck.wrong.transport.CommandMistakes;
import io.polybloom.tck.wrong.transport.FeatureMistakes;
import io.polybloom.tck.wrong.transport.ReplyMistakes;
import java.util.List;
import java.util.stream.Stream;

/** All wrong backends. */
final class WrongBackends {

    /** In an order in which every third one takes about as long as the others: a change of it may cost time. */
    private static final List<WrongBackend> ALL = Stream.<WrongBackend[]>of(
                    GroupMistakes.values(),
                    LaterMistakes.values(),
                    ClientMistakes.values(),
                    FeatureMistakes.values(),
                    CommandMistakes.values(),
                    ReplyMistakes.values(),
                    FilterMistakes.values())
            .flatMap(Stream::of)
            .toList();

    private WrongBackends() {}

    static List<WrongBackend> all() {
        return ALL;
    }

    /**
     * Returns every third wrong backend; the others belong to other classes, so that three processes share the work.
     */
    static List<WrongBackend> everyThird(int first) {
        return ALL.stream().filter(backend -> ALL.indexOf(backend) % 3 == first).toList();
    }

    static WrongBackend named(String name) {
        return ALL.stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
