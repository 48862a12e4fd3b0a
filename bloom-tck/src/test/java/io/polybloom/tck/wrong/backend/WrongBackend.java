package io.polybloom.tck.wrong.backend;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.rule.Rule;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A backend that is right but for one deliberate mistake.
 *
 * @param mistake the class that errs, which names the rules that it {@link Breaks}
 * @param connector connects with this mistake
 */
public record WrongBackend(Class<?> mistake, Connector connector) implements Backend {

    private static final Set<Rule> OF_ACKNOWLEDGEMENTS =
            Set.of(Rule.OLD_IS_ACKNOWLEDGED, Rule.ACKNOWLEDGED_BY_THE_NODE, Rule.PERSISTED_IS_ON_DISK);

    private static final Duration HASTE = Duration.ofSeconds(2);

    /**
     * Creates a backend.
     *
     * @throws IllegalArgumentException if the mistake does not say which rules it breaks
     */
    public WrongBackend {
        if (!mistake.isAnnotationPresent(Breaks.class)) {
            throw new IllegalArgumentException(mistake.getName() + " does not say which rules it breaks");
        }
    }

    /** Returns a backend whose mistake is in how it connects. */
    public static WrongBackend of(Connector mistake) {
        return new WrongBackend(mistake.getClass(), mistake);
    }

    /**
     * Makes a mistake by the only constructor of its class.
     *
     * @param right the correct part with which the mistake is made: the arguments of the constructor
     */
    public static <M> M make(Class<M> mistake, Object... right) {
        try {
            return mistake.cast(mistake.getConstructors()[0].newInstance(right));
        } catch (ReflectiveOperationException unmade) {
            throw new IllegalStateException(unmade);
        }
    }

    /** Returns the rules that fail: these and no others. */
    public Set<Rule> breaks() {
        return EnumSet.copyOf(List.of(mistake.getAnnotation(Breaks.class).value()));
    }

    @Override
    public String name() {
        return mistake.getSimpleName();
    }

    @Override
    public Map<Capability, String> missing() {
        Map<Capability, String> missing = new EnumMap<>(Capability.class);
        if (!connector.sendsGroups()) {
            missing.put(Capability.GROUPS, "the right transport sends none");
        }
        if (Collections.disjoint(breaks(), OF_ACKNOWLEDGEMENTS)) {
            missing.put(Capability.ACKNOWLEDGEMENT, "the mistake is about something else");
        }
        return missing;
    }

    @Override
    public Connection connect(Target target, Duration timeout) {
        boolean givesUpSoon = mistake.isAnnotationPresent(WaitsInVain.class) && HASTE.compareTo(timeout) < 0;
        return connector.connect(target, givesUpSoon ? HASTE : timeout);
    }

    @Override
    public String toString() {
        return name();
    }
}
