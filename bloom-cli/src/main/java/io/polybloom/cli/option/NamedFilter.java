package io.polybloom.cli.option;

import io.polybloom.ByteProgress;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The options of a command about one filter that exists, whose name may stand without {@code --name}. */
public final class NamedFilter {

    @Parameters(
            paramLabel = "NAME",
            arity = "0..1",
            converter = OptionValues.ReadableText.class,
            description = "The filter's name; the same as --name.")
    @Nullable
    String positionalName;

    @Mixin
    FilterOptions filter;

    @Mixin
    ConnectionOptions connection;

    /** Returns the filter that is meant, which must live on servers that outlive the command. */
    public FilterChoice choose() {
        return choose((done, total) -> {});
    }

    /** Returns the filter that is meant; work on all of its partitions reports to a listener. */
    public FilterChoice choose(ByteProgress progress) {
        connection.requireLasting();
        filter.nameIfAbsent(positionalName);
        return filter.choose(true, connection.servers(), progress);
    }

    /** Returns where the filter is. */
    public ConnectionOptions connection() {
        return connection;
    }
}
