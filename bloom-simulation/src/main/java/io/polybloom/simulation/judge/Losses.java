package io.polybloom.simulation.judge;

import io.polybloom.simulation.redis.StoredFilter;
import io.polybloom.simulation.schedule.EventKind;
import java.util.Optional;

/** What the servers have lost of each filter, and when. */
final class Losses {

    private final History history;

    Losses(History history) {
        this.history = history;
    }

    /** Returns the first loss of data of a filter up to a time. */
    Optional<Incident> of(String filter, int until) {
        return between(filter, 0, until);
    }

    /** Returns the first loss of data of a filter from a time on, up to another one. */
    Optional<Incident> between(String filter, int since, int until) {
        return history.incidents().stream()
                .filter(incident -> incident.time() >= since && incident.time() <= until)
                .filter(incident -> concerns(incident, filter))
                .findFirst();
    }

    private boolean concerns(Incident incident, String filter) {
        return incident.kind() == EventKind.FORGET
                || incident.kind() == EventKind.EVICT
                        && StoredFilter.nameIn(incident.key()).equals(filter)
                        && !history.isHealed(incident)
                || incident.lost().keys().stream()
                        .anyMatch(key -> StoredFilter.nameIn(key).equals(filter));
    }
}
