package io.polybloom.support;

import java.lang.module.ModuleDescriptor.Version;
import org.jspecify.annotations.Nullable;

/**
 * The versions of a library on which the tests of a module pass. Others are refused at the entry of the module, rather
 * than failing in the middle of a call. Immutable.
 *
 * @param library its name, as users know it
 * @param oldest the oldest version that is served
 * @param newest the newest one, for the message; later ones are not refused
 */
public record ServedVersions(String library, String oldest, String newest) {

    /** Touches the classes and methods that earlier versions lack. */
    @FunctionalInterface
    public interface Members {

        /** Looks up each member; what it returns does not count. */
        void touch() throws ReflectiveOperationException;
    }

    /**
     * Checks the number of the version that runs. One that does not say its number is not refused.
     *
     * @throws IllegalStateException if it is older than the oldest
     */
    public void require(@Nullable String found) {
        if (found != null
                && found.matches("\\d+\\.\\d+.*")
                && Version.parse(found).compareTo(Version.parse(oldest)) < 0) {
            throw new IllegalStateException(
                    library + " " + found + " is not supported: use a version from " + oldest + " to " + newest);
        }
    }

    /**
     * Checks that the version that runs has what is called.
     *
     * @throws IllegalStateException if something is missing
     */
    public void require(Members members) {
        try {
            members.touch();
        } catch (ReflectiveOperationException | LinkageError missing) {
            throw without(missing);
        }
    }

    /** Returns the refusal of a version that lacks something. */
    public IllegalStateException without(Throwable missing) {
        return new IllegalStateException(
                "this version of " + library + " is not supported: use one from " + oldest + " to " + newest
                        + " (missing: " + missing.getMessage() + ")",
                missing);
    }
}
