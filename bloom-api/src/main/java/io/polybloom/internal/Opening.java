package io.polybloom.internal;

import io.polybloom.FilterDescription;
import io.polybloom.FilterGoneException;
import io.polybloom.FilterSpec;
import io.polybloom.spi.Environment;
import io.polybloom.spi.Step;
import java.util.Optional;

/** How filters of one kind are found and made: the native ones, or those of another system. Immutable. */
interface Opening {

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

    /** The ways to empty, expire and remove a filter that was opened like this. */
    Lifecycle lifecycle(OpenFilter filter);

    /** The complaint that there is no such filter. */
    default FilterGoneException absent(String what) {
        return new FilterGoneException(
                "the filter '" + name() + "' " + what + "; open it with a specification to create it, empty");
    }
}
