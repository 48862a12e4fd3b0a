package io.polybloom.cli.option;

import io.polybloom.SpecMismatchException;
import io.polybloom.SpecMismatchException.Difference;
import io.polybloom.cli.console.CommandFailure;
import io.polybloom.cli.lines.LineFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names the options that help against a filter that exists with other parameters. */
final class OtherParameters {

    private static final String POLICY = "overCapacity";
    private static final String ELEMENTS = "elements";

    /** Begins the name of a difference in the order of the servers. */
    private static final String PLACE = "place of ";

    private static final String SERVERS = "servers";

    private OtherParameters() {}

    /** Returns whether nothing but the policy beyond the capacity differs. */
    static boolean areOnlyThePolicy(SpecMismatchException mismatch) {
        return mismatch.differences().stream()
                .allMatch(difference -> difference.parameter().equals(POLICY));
    }

    /**
     * Returns the failure for the user.
     *
     * @param takesAnyPolicy whether the user has named no policy, so that another one is none of the differences
     */
    static RuntimeException explained(SpecMismatchException mismatch, boolean takesAnyPolicy) {
        List<Difference> differences = mismatch.differences().stream()
                .filter(difference -> !takesAnyPolicy || !difference.parameter().equals(POLICY))
                .toList();
        if (differences.isEmpty() || isOnOtherServers(differences.get(0))) {
            return mismatch;
        }
        Difference first = differences.get(0);
        if (first.parameter().equals(ELEMENTS)) {
            return otherFormat(mismatch.name(), first.stored(), first.asked(), mismatch);
        }
        return new CommandFailure(
                "the filter '" + mismatch.name() + "' exists with other parameters: "
                        + differences.stream().map(OtherParameters::words).collect(Collectors.joining("; "))
                        + ". Nothing was changed: leave out the options that describe the filter, choose another"
                        + " --name, or run `bloom rebuild " + mismatch.name() + "`",
                mismatch);
    }

    /** The library says what to do. */
    private static boolean isOnOtherServers(Difference difference) {
        return difference.parameter().startsWith(PLACE)
                || difference.parameter().equals(SERVERS);
    }

    /** Returns the failure of elements that would be called absent, since their bytes are made otherwise. */
    static CommandFailure otherFormat(String name, String stored, String asked, @Nullable Throwable cause) {
        LineFormat known = LineFormat.named(stored);
        String remedy = known == null
                ? "no line can have that format, so use the program that has created the filter"
                : "if the lines are " + known.content() + ", use --elements " + stored;
        return new CommandFailure(
                "the filter '" + name + "' stores the element format " + stored + ", not " + asked
                        + ", so its elements would be called absent: " + remedy,
                cause);
    }

    private static String words(Difference difference) {
        return difference.parameter() + " is " + difference.stored() + ", not " + difference.asked();
    }
}
