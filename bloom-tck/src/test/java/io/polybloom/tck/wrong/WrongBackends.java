package io.polybloom.tck.wrong;

import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.claims.ClaimsMistakes;
import io.polybloom.tck.wrong.client.ClientMistakes;
import io.polybloom.tck.wrong.command.CommandMistakes;
import io.polybloom.tck.wrong.counting.CountingMistakes;
import io.polybloom.tck.wrong.filter.FilterMistakes;
import io.polybloom.tck.wrong.group.GroupMistakes;
import io.polybloom.tck.wrong.later.LaterMistakes;
import io.polybloom.tck.wrong.mirror.MirrorMistakes;
import io.polybloom.tck.wrong.reply.ReplyMistakes;
import io.polybloom.tck.wrong.serverfilter.ServerFilterMistakes;
import io.polybloom.tck.wrong.snapshot.SnapshotMistakes;
import io.polybloom.tck.wrong.window.WindowMistakes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The wrong backends of all packages. */
final class WrongBackends {

    /** In an order in which every third one takes about as long as the others: a change of it may cost time. */
    private static final List<WrongBackend> ALL = Stream.of(
                    GroupMistakes.all(),
                    LaterMistakes.all(),
                    CountingMistakes.all(),
                    ClientMistakes.all(),
                    ServerFilterMistakes.all(),
                    ClaimsMistakes.all(),
                    WindowMistakes.all(),
                    CommandMistakes.all(),
                    ReplyMistakes.all(),
                    FilterMistakes.all(),
                    MirrorMistakes.all(),
                    SnapshotMistakes.all())
            .flatMap(List::stream)
            .toList();

    private WrongBackends() {}

    static List<WrongBackend> all() {
        return ALL;
    }

    /**
     * Returns every third wrong backend; the others belong to other classes, so that three processes share the work.
     */
    static List<WrongBackend> everyThird(int first) {
        List<WrongBackend> chosen = new ArrayList<>();
        for (int i = first; i < ALL.size(); i += 3) {
            chosen.add(ALL.get(i));
        }
        return chosen;
    }

    static WrongBackend named(String name) {
        return ALL.stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
