package io.polybloom.bench.report;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/** How figures came about. */
public final class Provenance {

    private Provenance() {}

    /**
     * Returns the end of each run, its JVM with its arguments, which name the server, and the versions of the clients
     * of this build.
     */
    public static List<String> of(List<Path> results) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : results) {
            JsonArray runs = new Gson().fromJson(Files.readString(file), JsonArray.class);
            JsonObject run = runs.get(0).getAsJsonObject();
            lines.add(String.format(
                    "%s, written at %s: JMH %s, %s %s, arguments %s, in the first benchmark %s turns",
                    file.getFileName(),
                    Files.getLastModifiedTime(file).toInstant().truncatedTo(ChronoUnit.SECONDS),
                    text(run, "jmhVersion"),
                    text(run, "vmName"),
                    text(run, "vmVersion"),
                    run.get("jvmArgs"),
                    run.get("forks")));
        }
        Properties versions = new Properties();
        try (InputStream resource = Provenance.class.getResourceAsStream("versions.properties")) {
            versions.load(resource);
        }
        lines.add(String.format(
                "Jedis %s, Lettuce %s, Redisson %s, Vert.x %s, GLIDE %s, Guava %s; Redis 6.2 unless one is named",
                versions.getProperty("jedis"),
                versions.getProperty("lettuce"),
                versions.getProperty("redisson"),
                versions.getProperty("vertx"),
                versions.getProperty("glide"),
                versions.getProperty("guava")));
        return lines;
    }

    private static String text(JsonObject run, String name) {
        return run.get(name).getAsString();
    }
}
