package io.polybloom.tck.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The results of one run of JUnit. When the run ends they are merged into the files of the module: several runs, backends and
 * JVMs write into one report. Thread-safe.
 */
public final class Report implements AutoCloseable {

    /** The configuration parameter of JUnit, or system property, that names the directory. */
    public static final String DIRECTORY = "bloom.tck.report";

    private static final String DEFAULT_DIRECTORY = "target/bloom-tck";

    private final Path directory;
    private final Map<List<String>, TestResult> results = new LinkedHashMap<>();

    Report(Path directory) {
        this.directory = directory;
    }

    public static Report of(ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Report.class))
                .computeIfAbsent(
                        Report.class,
                        key -> new Report(Path.of(
                                context.getConfigurationParameter(DIRECTORY).orElse(DEFAULT_DIRECTORY))),
                        Report.class);
    }

    /** A test that passes and then fails while it cleans up has failed: of several results the worst counts. */
    public synchronized void add(TestResult result) {
        List<String> key = new ArrayList<>(result.identity());
        key.add(result.row());
        results.merge(key, result, TestResult::worse);
    }

    @Override
    public synchronized void close() throws IOException {
        new ReportFiles(directory).merge(new ArrayList<>(results.values()));
    }
}
