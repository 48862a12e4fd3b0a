package io.polybloom.internal.open;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.internal.model.Generation;
import io.polybloom.step.Environment;
import io.polybloom.step.Step;
import java.util.Optional;

/** How filters of one kind are found and made: the native ones, or those of another system. Immutable. */
public interface Opening {

    /** The filter's name. */
    String name();

    /** Where the filter was opened. */
    Environment environment();

    /** Reads the stored parameters; empty if there is no filter. */
    Step<Optional<FilterDescription>> describe();

    /** Opens what is stored. */
    Step<Generation> adoptStored();

    /** Opens what is stored if it is what the caller asks for; creates it if nothing is stored. */
    Step<Generation> createOrAdopt(FilterSpec spec);

    /** Opens a filter with the parameters that have been read. */
    Step<Generation> adopt(FilterDescription stored);

    /** The complaint that there is no such filter. */
    default FilterGoneException absent(String what) {
        return new FilterGoneException(
                name(), "the filter '" + name() + "' " + what + "; open it with a specification to create it, empty");
    }
}
