package io.polybloom.tck.wrong.client;

import io.lettuce.core.cluster.ClusterClientOptions;
import io.polybloom.tck.lettuce.LettuceBackend;
import io.polybloom.tck.rule.Rule;
import io.polybloom.tck.wrong.backend.Breaks;
import io.polybloom.tck.wrong.backend.Connector;

/** Follows no redirect, not even when a slot has moved for good. */
@Breaks(Rule.MOVING_SLOTS)
public final class FollowsNoRedirect extends LettuceBackend implements Connector {

    @Override
    protected ClusterClientOptions.Builder clusterOptions() {
        return super.clusterOptions().maxRedirects(0);
    }
}
