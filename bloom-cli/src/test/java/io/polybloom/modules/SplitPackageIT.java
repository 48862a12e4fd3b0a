package io.polybloom.modules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds that no package is in two jars, ours or those of the libraries: the module path would refuse it. */
class SplitPackageIT {

    @Test
    void eachPackageIsInOneJar() throws IOException {
        Map<String, Set<String>> owners = new TreeMap<>();
        try (Stream<Path> jars = Files.list(Path.of("target", "lib"))) {
            for (Path jar : jars.toList()) {
                if (!jar.getFileName().toString().startsWith("bloom-")) {
                    addJar(jar, owners);
                }
            }
        }
        int libraries = owners.size();
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            for (Path module : modules.toList()) {
                addClasses(module.resolve("target").resolve("classes"), owners);
            }
        }
        for (String ours : Set.of("", ".jedis", ".lettuce", ".redisson", ".vertx", ".layouts", ".tck", ".cli")) {
            assertTrue(owners.containsKey("io.polybloom" + ours), "io.polybloom" + ours);
        }
        assertTrue(libraries > 100, "packages of libraries: " + libraries);
        owners.values().removeIf(jars -> jars.size() == 1);
        assertEquals(Map.of(), owners);
    }

    private static void addJar(Path jar, Map<String, Set<String>> owners) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .forEach(entry -> add(entry.getName(), jar.getFileName().toString(), owners));
        }
    }

    private static void addClasses(Path classes, Map<String, Set<String>> owners) throws IOException {
        if (Files.isDirectory(classes)) {
            try (Stream<Path> files = Files.walk(classes)) {
                files.forEach(file -> add(classes.relativize(file).toString(), classes.toString(), owners));
            }
        }
    }

    private static void add(String file, String owner, Map<String, Set<String>> owners) {
        int end = file.lastIndexOf('/');
        if (end > 0 && file.endsWith(".class") && !file.startsWith("META-INF/")) {
            owners.computeIfAbsent(file.substring(0, end).replace('/', '.'), name -> new TreeSet<>())
                    .add(owner);
        }
    }
}
