package io.polybloom.bench.suite;

import io.polybloom.bench.report.Table;
import io.polybloom.bench.run.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Every target with its measured value: a target that nobody has measured is shown as such, but for those that need a
 * module or an earlier build.
 */
public final class TargetTable {

    private TargetTable() {}

    /** Returns how many targets were reached, and which were missed, in one sentence each. */
    public static List<String> headline(Map<Target, Figure> measured) {
        List<String> missed = new ArrayList<>();
        for (Target target : Target.values()) {
            Figure figure = measured.get(target);
            if (figure != null && !target.isReachedBy(figure.median())) {
                missed.add(
                        target.title() + " (" + target.inUnit(figure.median()) + ", must be " + target.bound() + ")");
            }
        }
        int reached = measured.size() - missed.size();
        List<String> headline = new ArrayList<>();
        headline.add(reached + " of " + measured.size() + " measured targets were reached.");
        if (!missed.isEmpty()) {
            headline.add("Missed: " + String.join("; ", missed) + ".");
        }
        return headline;
    }

    /** Returns the table. */
    public static Table of(Map<Target, Figure> measured) {
        Table table = new Table("targets", "target", "must be", "measured (median)", "rounds", "");
        for (Target target : Target.values()) {
            Figure figure = measured.get(target);
            if (figure == null && target.needsMore()) {
                continue;
            }
            if (figure == null) {
                table.add(target.title(), target.bound(), "", "", "not measured");
            } else {
                table.add(
                        target.title(),
                        target.bound(),
                        target.inUnit(figure.median()),
                        Table.range(figure),
                        target.isReachedBy(figure.median()) ? "reached" : "missed");
            }
        }
        return table;
    }
}
