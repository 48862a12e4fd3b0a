package io.polybloom.tck.wrong.mirror;

import io.polybloom.BloomFilters;
import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.wrong.backend.Change;
import io.polybloom.tck.wrong.backend.WrongBackend;
import io.polybloom.tck.wrong.filter.ChangedConnection;
import io.polybloom.tck.wrong.transport.TransportMistakes;
import java.util.ArrayList;
import java.util.List;

/** The mistakes of this package. */
public final class MirrorMistakes {

    private static final List<Class<? extends Change<BloomFilters>>> OF_FILTERS = List.of(
            AnswersFalseInDoubt.class,
            ChoosesItsOwnAge.class,
            ReadsEverythingAgain.class,
            StaysWithTheFirstGeneration.class);

    private MirrorMistakes() {}

    public static List<WrongBackend> all() {
        List<WrongBackend> all =
                new ArrayList<>(TransportMistakes.of(ReadsOnlyTheFirstLayer.class, RemembersItsWitnesses.class));
        for (Class<? extends Change<BloomFilters>> mistake : OF_FILTERS) {
            all.add(new WrongBackend(mistake, (target, timeout) -> {
                Connection right = new LettuceBackend().connect(target, timeout);
                return new ChangedConnection(
                        right, Change.made(BloomFilters.class, WrongBackend.make(mistake, right.filters())));
            }));
        }
        all.add(WrongBackend.of(new TellsMirrorsNothing()));
        return all;
    }
}
