package io.polybloom.bench.suite;

import io.polybloom.bench.setup.Bench;
import java.util.LinkedHashMap;
import java.util.Map;

/** One part of the benchmark. */
@FunctionalInterface
public interface Section {

    /** Measures; throws {@link io.polybloom.bench.run.WrongAnswerException} if a filter answers wrongly. */
    Findings run(Bench bench);

    /** All sections, by the name under which they can be chosen. */
    static Map<String, Section> all() {
        Map<String, Section> sections = new LinkedHashMap<>();
        sections.put("bulk", new BulkSection());
        sections.put("calls", new CallsSection());
        sections.put("network", new NetworkSection());
        sections.put("single", new SingleSection());
        sections.put("many-callers", new ManyCallersSection());
        sections.put("load", new LoadSection());
        sections.put("near-cache", new NearCacheSection());
        sections.put("mirror", new MirrorSection());
        sections.put("build", new BuildSection());
        sections.put("growth", new GrowthSection());
        sections.put("partitions", new PartitionSection());
        sections.put("layouts", new LayoutSection());
        sections.put("claims", new ClaimsSection());
        sections.put("fill", new FillSection());
        sections.put("memory", new MemorySection());
        sections.put("command-line", new CommandLineSection());
        sections.put("cluster", new ClusterSection());
        return sections;
    }
}
