package io.polybloom.tck.judge;

import io.polybloom.tck.backend.Backend;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A class whose nested classes test one backend. */
public abstract class Kit {

    private final Backend backend;

    /** Creates the tests for a backend. */
    protected Kit(Backend backend) {
        this.backend = backend;
    }

    /** Returns the backend under test. */
    public final Backend backend() {
        return backend;
    }

    /** Returns the kit that a test belongs to. */
    static Kit of(ExtensionContext context) {
        return context.getRequiredTestInstances().findInstance(Kit.class).orElseThrow();
    }
}
