package io.polybloom.simulation.world;

import io.polybloom.simulation.actor.Operation;
import io.polybloom.simulation.schedule.Resources;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which actors are threads of one client: those that use a filter object together. They have one clock.
 *
 * @param threads the numbers of the actors of each client, from 1
 */
record Clients(List<Set<Integer>> threads) {

    static Clients of(List<Role> roles) {
        List<Set<Integer>> threads = new ArrayList<>();
        List<Set<String>> objects = new ArrayList<>();
        for (int i = 0; i < roles.size(); i++) {
            Set<Integer> actors = new HashSet<>(Set.of(i + 1));
            Set<String> used = new HashSet<>();
            roles.get(i).script().stream()
                    .map(Operation::object)
                    .filter(object -> !object.isEmpty())
                    .forEach(used::add);
            for (int j = threads.size() - 1; j >= 0; j--) {
                if (objects.get(j).stream().anyMatch(used::contains)) {
                    actors.addAll(threads.remove(j));
                    used.addAll(objects.remove(j));
                }
            }
            threads.add(actors);
            objects.add(used);
        }
        return new Clients(threads);
    }

    /** Returns an actor and those that are threads of the same client. */
    Set<Integer> beside(int actor) {
        return threads.stream()
                .filter(actors -> actors.contains(actor))
                .findFirst()
                .orElse(Set.of(actor));
    }

    boolean hasOthers(int actor) {
        return beside(actor).size() > 1;
    }

    /** Returns the name of the clock of an actor, as a resource. */
    String clockOf(int actor) {
        return Resources.clockOf(
                beside(actor).stream().mapToInt(Integer::intValue).min().orElse(actor));
    }
}
