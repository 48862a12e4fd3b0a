package io.polybloom.glide;

import glide.api.GlideClient;
import glide.api.GlideClusterClient;
import glide.api.models.configuration.NodeAddress;
import io.polybloom.BloomFilters;
import io.polybloom.async.AsyncBloomFilters;
import io.polybloom.spi.Engine;
import io.polybloom.spi.InFlight;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Transport;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Opens filters on a client of Valkey GLIDE. The client is neither closed nor reconfigured, and may be used otherwise
 * at the same time. The methods do no I/O.
 */
public final class GlideBloom {

    private GlideBloom() {}

    /** Returns filters on one server, with its replicas if the client knows any, that block the calling thread. */
    public static BloomFilters on(GlideClient client) {
        return blocking(new ServerTransport(client));
    }

    /** Returns filters on independent servers that block the calling thread. */
    public static BloomFilters on(List<GlideClient> clients) {
        return blocking(spread(clients));
    }

    /**
     * Returns filters on a cluster that block the calling thread.
     *
     * @param nodes returns the client for the node at an address, which is asked for once for each address, and should
     *     return at once: a client that connects lazily, for example. It must not have another address, and should not
     *     be used otherwise, since all commands on its connection wait for replicas as well
     */
    public static BloomFilters on(GlideClusterClient cluster, Function<NodeAddress, GlideClient> nodes) {
        return blocking(new ClusterTransport(cluster, new Nodes(cluster, nodes)));
    }

    /** Returns filters on one server, with its replicas if the client knows any, that answer with stages. */
    public static AsyncBloomFilters async(GlideClient client) {
        return Engine.get().stages(new ServerTransport(client));
    }

    /** Returns filters on independent servers that answer with stages. */
    public static AsyncBloomFilters async(List<GlideClient> clients) {
        return Engine.get().stages(spread(clients));
    }

    /**
     * Returns filters on a cluster that answer with stages.
     *
     * @param nodes returns the client for the node at an address, which is asked for once for each address, and should
     *     return at once: a client that connects lazily, for example. It must not have another address, and should not
     *     be used otherwise, since all commands on its connection wait for replicas as well
     */
    public static AsyncBloomFilters async(GlideClusterClient cluster, Function<NodeAddress, GlideClient> nodes) {
        return Engine.get().stages(new ClusterTransport(cluster, new Nodes(cluster, nodes)));
    }

    private static Transport<CompletionStage<List<Reply>>> spread(List<GlideClient> clients) {
        return Transport.spread(clients.stream().map(ServerTransport::new).toList());
    }

    private static BloomFilters blocking(Transport<CompletionStage<List<Reply>>> transport) {
        return Engine.get().blocking(transport.map(InFlight::on));
    }
}
