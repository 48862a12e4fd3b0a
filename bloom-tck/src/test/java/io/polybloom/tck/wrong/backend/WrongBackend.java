package io.polybloom.tck.wrong.backend;

import io.polybloom.tck.backend.Backend;
import io.polybloom.tck.backend.Capability;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.judge.Selection;
import io.polybloom.tck.rule.Rule;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** A backend that is right but for one deliberate mistake, after which it is named: a constant of an enum. */
public interface WrongBackend extends Backend {

    /** The rules of acknowledgements: a mistake that breaks none of them is about something else. */
    Set<Rule> OF_ACKNOWLEDGEMENTS = Selection.rules("7.13, 7.14, 7.15");

    /** Returns the mistake. */
    Mistake mistake();

    /** Returns the rules that fail: these and no others. */
    default Set<Rule> breaks() {
        return mistake().breaks();
    }

    @Override
    default Map<Capability, String> missing() {
        Map<Capability, String> missing = new EnumMap<>(Capability.class);
        missing.put(Capability.GROUPS, "the right transport sends none");
        missing.put(Capability.NON_BLOCKING, "the right transport is for an API that blocks");
        missing.put(Capability.CALLER_CONTEXT, "the right transport is for an API that blocks");
        if (Collections.disjoint(breaks(), OF_ACKNOWLEDGEMENTS)) {
            missing.put(Capability.ACKNOWLEDGEMENT, "the mistake is about something else");
        }
        return missing;
    }

    @Override
    default Connection connect(Target target, Duration timeout) {
        return mistake().connector().connect(target, timeout);
    }
}
