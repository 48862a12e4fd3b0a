package io.polybloom.simulation.schedule;

import java.util.List;

/**
 * The next event.
 *
 * @param index its place among the events that were possible
 * @param event the event
 */
public record Choice(int index, Event event) {

    /** Chooses one of the events that are possible. */
    static Choice of(List<Event> events, int index) {
        return new Choice(index, events.get(index));
    }
}
