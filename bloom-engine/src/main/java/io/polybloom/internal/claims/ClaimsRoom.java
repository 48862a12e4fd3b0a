package io.polybloom.internal.claims;

import io.polybloom.FilterDescription;
import io.polybloom.internal.filter.OpenFilter;
import io.polybloom.internal.filter.Snapshot;
import io.polybloom.internal.membership.Deliveries;
import io.polybloom.internal.model.Lifetime;
import io.polybloom.internal.register.KeysBeside;
import io.polybloom.internal.register.Register;
import io.polybloom.step.Step;

/** What claims answer to the core: how deliveries are told apart, and what is stored for that beside a filter. */
public final class ClaimsRoom implements Deliveries.Room, KeysBeside {

    @Override
    public Deliveries open(OpenFilter filter, Snapshot snapshot, String writer) {
        return new OpenClaims(filter, snapshot, writer);
    }

    @Override
    public Step<Void> live(Register register, FilterDescription filter, Lifetime lifetime) {
        return new Writers(register, filter).live(lifetime);
    }

    @Override
    public Step<Void> removeEarlier(Register register, FilterDescription filter) {
        return new Writers(register, filter).sweepEarlier();
    }

    @Override
    public Step<Void> removeAll(Register register, FilterDescription filter) {
        return new Writers(register, filter).sweepAll();
    }
}
