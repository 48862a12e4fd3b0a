package io.polybloom.tck.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The results of one run of JUnit. When the run ends they are merged into the files of the module: several runs,
 * backends and JVMs write into one report. Thread-safe.
 *
 * <p>JUnit closes it: before 5.13 as a {@code CloseableResource}, since then as an {@code AutoCloseable}.
 */
@SuppressWarnings("deprecation")
public final class Report implements ExtensionContext.Store.CloseableResource, AutoCloseable {

    /** The configuration parameter of JUnit, or system property, that names the directory. */
    public static final String DIRECTORY = "bloom.tck.report";

    private static final String DEFAULT_DIRECTORY = "target/bloom-tck";

    private final Path directory;
    private final Map<List<String>, TestResult> results = new LinkedHashMap<>();

    Report(Path directory) {
        this.directory = directory;
    }

    /** Returns the report of the run that a test belongs to. */
    public static synchronized Report of(ExtensionContext context) {
        ExtensionContext.Store store = context.getRoot().getStore(ExtensionContext.Namespace.create(Report.class));
        // The method that computes an absent value has another name since JUnit 6.
        Report report = store.get(Report.class, Report.class);
        if (report == null) {
            report = new Report(
                    Path.of(context.getConfigurationParameter(DIRECTORY).orElse(DEFAULT_DIRECTORY)));
            store.put(Report.class, report);
        }
        return report;
    }

    /**
     * Adds a result. A test that passes and then fails during its clean-up has failed: of several results, the worst
     * counts.
     */
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
