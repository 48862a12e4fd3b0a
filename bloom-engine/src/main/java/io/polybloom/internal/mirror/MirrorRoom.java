package io.polybloom.internal.mirror;

import io.polybloom.MirrorOptions;
import io.polybloom.internal.local.LocalCopies;
import io.polybloom.internal.local.LocalCopy;
import io.polybloom.step.Environment;

/** What mirrors answer to the core: they are the copies of filters in this JVM. */
public final class MirrorRoom implements LocalCopy.Room {

    @Override
    public LocalCopy open(
            String name, String elementFormat, MirrorOptions options, Environment environment, LocalCopies copies) {
        return new Mirror(name, elementFormat, options, environment, copies);
    }
}
