package io.polybloom.internal.mirror;

import io.polybloom.internal.local.LocalCopies;

/** What mirrors answer to the core: they are the copies of filters in this JVM. */
public final class MirrorRoom implements LocalCopies.Room {

    @Override
    public LocalCopies create() {
        return new Mirrors();
    }
}
