package io.polybloom.camel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.polybloom.BloomFilter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.Test;

class RefusedVersionTest {

    /** The classes of the module, in a world without a class that Camel 3 lacks. */
    private static final class Camel3 extends URLClassLoader {

        Camel3() {
            super(
                    new URL[] {
                        FilterRepository.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                    },
                    RefusedVersionTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(PluginHelper.class.getName())) {
                throw new ClassNotFoundException(name);
            }
            return name.startsWith("io.polybloom.camel.") ? own(name) : super.loadClass(name, resolve);
        }

        private Class<?> own(String name) throws ClassNotFoundException {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Test
    void anEarlierCamelIsRefusedByName() throws Exception {
        try (URLClassLoader camel3 = new Camel3()) {
            Class<?> repository = camel3.loadClass(BloomIdempotentRepository.class.getName());
            InvocationTargetException thrown = assertThrows(
                    InvocationTargetException.class,
                    () -> repository.getConstructor(BloomFilter.class).newInstance((Object) null));
            assertEquals(
                    "this version of Camel is not supported: use one from 4.0 to 4.22"
                            + " (missing: org.apache.camel.support.PluginHelper)",
                    assertInstanceOf(IllegalStateException.class, thrown.getCause())
                            .getMessage());
        }
    }
}
