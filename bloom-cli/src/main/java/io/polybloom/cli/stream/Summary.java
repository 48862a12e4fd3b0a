package io.polybloom.cli.stream;

import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The counts of a run.
 *
 * @param added the lines that were not in the filter
 * @param present the lines that were, or that the filter has taken for others
 * @param dropped the estimated number of lines among those present that were new
 * @param nanoseconds how long it took
 */
public record Summary(long added, long present, long dropped, long nanoseconds) {

    /** More digits would feign a precision that the estimate does not have. */
    private static final MathContext ESTIMATE = new MathContext(2);

    /** Returns the number of lines that have an answer. */
    public long lines() {
        return added + present;
    }

    /** Returns the summary of a run that tells unique lines from duplicates. */
    public String ofDeduplication() {
        return text(Figures.count(added) + " unique, " + Figures.quantity(present, "duplicate"), "the duplicates");
    }

    /** Returns the summary of a run that only adds. */
    public String ofAddition() {
        return text(Figures.count(added) + " added, " + Figures.count(present) + " already present", "those present");
    }

    /** Adds the numbers to an object of JSON. */
    public Json addTo(Json json) {
        return json.with("lines", lines())
                .with("new", added)
                .with("present", present)
                .with("dropped", likelyDropped())
                .with("seconds", nanoseconds / 1e9);
    }

    private String text(String counts, String suspects) {
        String text = Figures.quantity(lines(), "line") + ": " + counts + " in " + Figures.seconds(nanoseconds) + " ("
                + Figures.perSecond(lines(), nanoseconds) + " lines/s)";
        long likely = likelyDropped();
        return likely < 1
                ? text
                : text + "; about " + Figures.count(likely) + " of " + suspects
                        + " were probably new lines (false positives)";
    }

    private long likelyDropped() {
        return new BigDecimal(Math.min(present, dropped)).round(ESTIMATE).longValue();
    }
}
