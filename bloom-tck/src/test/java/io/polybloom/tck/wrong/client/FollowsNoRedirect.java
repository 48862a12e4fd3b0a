package io.polybloom.tck.wrong.client;

import io.polybloom.tck.backend.Backend.Connection;
import io.polybloom.tck.backend.Target;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;
import java.time.Duration;

/** Follows no redirect, not even when a slot has moved for good. */
@Breaks(Rule.MOVING_SLOTS)
public final class FollowsNoRedirect implements Connector {

    @Override
    public Connection connect(Target target, Duration timeout) {
        return new LettuceBackend(0).connect(target, timeout);
    }
}
