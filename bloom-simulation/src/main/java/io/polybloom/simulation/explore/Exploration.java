package io.polybloom.simulation.explore;

import com.dynatrace.hash4j.distinctcount.UltraLogLog;
import com.dynatrace.hash4j.hashing.Hashing;
import io.polybloom.simulation.judge.Allowance;
import io.polybloom.simulation.judge.Violation;
import io.polybloom.simulation.schedule.Choices;
import io.polybloom.simulation.schedule.ExhaustiveChoices;
import io.polybloom.simulation.schedule.RandomChoices;
import io.polybloom.simulation.schedule.RecordedChoices;
import io.polybloom.simulation.schedule.TurnChoices;
import io.polybloom.simulation.world.Run;
import io.polybloom.simulation.world.World;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Explores worlds and counts its findings. */
public final class Exploration {

    /**
     * Estimates the number of states in 4 KiB, with a standard error of about 1 %; a set of them costs a tenth of the
     * time.
     */
    private static final int PRECISION = 12;

    private final UltraLogLog states = UltraLogLog.create(PRECISION);
    private final Map<Violation.Kind, Finding> findings = new EnumMap<>(Violation.Kind.class);
    private final Map<Allowance, Long> allowed = new EnumMap<>(Allowance.class);
    private long schedules;
    private long violating;
    private boolean complete = true;

    /**
     * Explores all schedules of a world, up to the given number; if that is not all, other schedules are chosen with
     * first one deviation, then two, and so on, the same number again, and then at random.
     *
     * @param most the most schedules of each of these
     */
    public Exploration explore(World world, int most) {
        if (exhaust(world, ExhaustiveChoices.UNBOUNDED, most)) {
            return this;
        }
        // The first two schedules are the same with any bound: the second deviates once, where that is possible last.
        for (int deviations = 1; deviations <= 3 && most > 2; deviations++) {
            if (!exhaust(world, deviations, most)) {
                break;
            }
        }
        return sample(world, 1, most);
    }

    /** Explores all schedules with at most that number of deviations; returns whether they were not too many. */
    public boolean exhaust(World world, int deviations, int most) {
        return exhaust(world, deviations, most, () -> false);
    }

    /** Explores the same schedules in the same order, until one of them breaks a promise. */
    public void search(World world, int deviations, int most) {
        exhaust(world, deviations, most, () -> !findings.isEmpty());
    }

    private boolean exhaust(World world, int deviations, int most, BooleanSupplier isEnough) {
        ExhaustiveChoices choices = new ExhaustiveChoices(deviations);
        Run run = Run.along(world, Pin.isTaken());
        for (int i = 0; i < most && !isEnough.getAsBoolean(); i++) {
            run.follow(choices, this::count);
            Pin.note(world, run);
            note(world, run, choices::made);
            if (!choices.next()) {
                complete &= deviations == ExhaustiveChoices.UNBOUNDED;
                return true;
            }
        }
        complete = false;
        return false;
    }

    /** Explores random schedules from a seed on. */
    public Exploration sample(World world, long firstSeed, int count) {
        complete = false;
        for (int i = 0; i < count; i++) {
            follow(world, new RandomChoices(firstSeed + i));
        }
        return this;
    }

    /**
     * Explores the schedules in which the first two actors take turns: turns of each length up to the given ones, and
     * then the rest.
     */
    public Exploration takeTurns(World world, int... longest) {
        complete = false;
        int[] lengths = Arrays.copyOf(longest, longest.length + 1);
        lengths[longest.length] = Integer.MAX_VALUE;
        takeTurns(world, lengths, 0);
        return this;
    }

    private void takeTurns(World world, int[] lengths, int turn) {
        int longest = lengths[turn];
        if (longest == Integer.MAX_VALUE) {
            follow(world, new TurnChoices(lengths));
            return;
        }
        for (int length = 1; length <= longest; length++) {
            lengths[turn] = length;
            takeTurns(world, lengths, turn + 1);
        }
        lengths[turn] = longest;
    }

    /** Adds the counts of another exploration. */
    public void include(Exploration other) {
        states.add(other.states);
        schedules += other.schedules;
        violating += other.violating;
        complete &= other.complete;
        other.findings.forEach(findings::putIfAbsent);
        other.allowed.forEach((allowance, count) -> allowed.merge(allowance, count, Long::sum));
    }

    /** Returns the first finding of each kind. */
    public Map<Violation.Kind, Finding> findings() {
        return findings;
    }

    /** Returns the journals of the findings, each with its schedule shrunk; an empty text if there are none. */
    public String journals() {
        StringBuilder journals = new StringBuilder();
        for (Finding finding : findings.values()) {
            journals.append(finding.shrunk().journal()).append("\n\n");
        }
        return journals.toString();
    }

    /** Returns in how many schedules each allowance was needed. */
    public Map<Allowance, Long> allowed() {
        return allowed;
    }

    /** Returns the number of schedules followed to their end. */
    public long schedules() {
        return schedules;
    }

    /** Returns whether every world was explored to its end. */
    public boolean isComplete() {
        return complete;
    }

    /** Sums up: schedules, states, violations, and allowances. */
    public String summary(String family) {
        long excused = allowed.values().stream().mapToLong(Long::longValue).sum();
        return "simulation of %s: %d schedules%s, states: about %d, violations: %d%s, allowed: %d%s"
                .formatted(
                        family,
                        schedules,
                        complete ? " (all)" : "",
                        Math.round(states.getDistinctCountEstimate()),
                        violating,
                        findings.isEmpty() ? "" : " " + findings.keySet(),
                        excused,
                        excused == 0 ? "" : " " + allowed);
    }

    private void count(long state) {
        states.add(Hashing.komihash5_0().hashLongToLong(state));
    }

    private void follow(World world, Choices source) {
        RecordedChoices choices = RecordedChoices.of(source);
        note(world, Pin.follow(world, choices, this::count), choices::made);
    }

    private void note(World world, Run run, Supplier<List<Integer>> choices) {
        if (!run.isComplete()) {
            return;
        }
        schedules++;
        run.allowed().forEach(allowance -> allowed.merge(allowance, 1L, Long::sum));
        violating += run.violations().isEmpty() ? 0 : 1;
        for (Violation violation : run.violations()) {
            findings.computeIfAbsent(violation.kind(), kind -> new Finding(world, choices.get(), kind));
        }
    }
}
