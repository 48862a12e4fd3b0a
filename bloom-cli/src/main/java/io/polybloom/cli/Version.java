package io.polybloom.cli;

import picocli.CommandLine.IVersionProvider;

/** Tells the version to picocli. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {Main.version()};
    }
}
