package io.polybloom.bench.filter;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Takes the classes of this library from a class path of its own, and all others, the clients among them, from here.
 */
final class OwnClasses extends URLClassLoader {

    private static final String LIBRARY = "io.polybloom.";

    OwnClasses(String classPath) {
        super(urls(classPath), OwnClasses.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(LIBRARY)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    private static URL[] urls(String classPath) {
        String[] entries = classPath.split(File.pathSeparator);
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            try {
                urls[i] = Path.of(entries[i]).toUri().toURL();
            } catch (MalformedURLException noFile) {
                throw new IllegalArgumentException("no class path: " + classPath, noFile);
            }
        }
        return urls;
    }
}
