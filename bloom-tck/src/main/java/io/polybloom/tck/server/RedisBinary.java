package io.polybloom.tck.server;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the executable of the Redis server. In this order:
 *
 * <ol>
 *   <li>the path in the environment variable {@value #VARIABLE},
 *   <li>the binary for this machine in the jar {@code com.github.codemonstur:embedded-redis}, if it is on the class
 *       path (it is copied to a temporary file once per JVM),
 *   <li>{@code redis-server} on the {@code PATH}.
 * </ol>
 *
 * <p>Any server that is compatible with Redis 6.2 and takes its settings from a {@code redis.conf} will do, such as
 * Valkey. Thread-safe.
 */
public final class RedisBinary {

    /** The environment variable that names the executable to use before all others. */
    public static final String VARIABLE = "BLOOM_TCK_REDIS_SERVER";

    private static final String EMBEDDED_REDIS = "META-INF/maven/com.github.codemonstur/embedded-redis/pom.properties";

    private static @Nullable Path embedded;

    private RedisBinary() {}

    /**
     * Returns the executable.
     *
     * @throws IllegalStateException if there is none; the message names the remedy
     */
    public static Path find() {
        return choose(System.getenv(VARIABLE), RedisBinary::embedded, System.getenv("PATH"));
    }

    static Path choose(@Nullable String configured, Supplier<Optional<Path>> embedded, @Nullable String searchPath) {
        if (configured != null && !configured.isEmpty()) {
            return configured(Path.of(configured));
        }
        return embedded.get()
                .or(() -> onPath(searchPath))
                .orElseThrow(() -> new IllegalStateException("no Redis server for " + platform() + ": set " + VARIABLE
                        + " to the path of a redis-server (6.2 or later),"
                        + " or put com.github.codemonstur:embedded-redis on the test class path,"
                        + " or install redis-server so that it is found on the PATH"));
    }

    private static Path configured(Path path) {
        if (!Files.isRegularFile(path) || !Files.isExecutable(path)) {
            throw new IllegalStateException(VARIABLE + " is '" + path + "', which is not an executable file");
        }
        return path;
    }

    private static Optional<Path> onPath(@Nullable String searchPath) {
        for (String directory : searchPath == null ? new String[0] : searchPath.split(File.pathSeparator)) {
            Path candidate = Path.of(directory, "redis-server");
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Returns the binary that the jar of embedded-redis carries for this machine. */
    static synchronized Optional<Path> embedded() {
        if (embedded == null) {
            URL marker = RedisBinary.class.getClassLoader().getResource(EMBEDDED_REDIS);
            if (marker == null) {
                return Optional.empty();
            }
            try {
                embedded = extract(marker);
            } catch (IOException failure) {
                throw new UncheckedIOException("cannot extract redis-server from " + marker, failure);
            }
        }
        return Optional.ofNullable(embedded);
    }

    private static @Nullable Path extract(URL marker) throws IOException {
        URLConnection connection = marker.openConnection();
        if (!(connection instanceof JarURLConnection jarConnection)) {
            throw new IOException("it is not in a jar");
        }
        jarConnection.setUseCaches(false);
        try (JarFile jar = jarConnection.getJarFile()) {
            Pattern name = Pattern.compile("redis-server-[^/]*-" + platform());
            Optional<JarEntry> entry = jar.stream()
                    .filter(e -> name.matcher(e.getName()).matches())
                    .findFirst();
            return entry.isPresent() ? copy(jar, entry.get()) : null;
        }
    }

    private static Path copy(JarFile jar, JarEntry entry) throws IOException {
        Path target = Files.createTempFile("bloom-tck-", "-" + entry.getName());
        target.toFile().deleteOnExit();
        try (InputStream content = jar.getInputStream(entry)) {
            Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
        }
        if (!target.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + target + " executable");
        }
        return target;
    }

    private static String platform() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
        return (system.startsWith("mac") ? "darwin" : system.split(" ")[0]) + "-"
                + switch (processor) {
                    case "x86_64" -> "amd64";
                    case "aarch64" -> "arm64";
                    default -> processor;
                };
    }
}
