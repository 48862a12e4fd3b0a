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
import io.polybloom.support.ServedVersions;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Opens filters on a client of Valkey GLIDE. The client is neither closed nor reconfigured, and may be used otherwise
 * at the same time. The methods do no I/O.
 */
public final class GlideBloom {

    private static final ServedVersions VERSIONS = new ServedVersions("Valkey GLIDE", "2.3", "2.3");

    private GlideBloom() {}

    /** Returns filters on one server, with its replicas if the client knows any, that block the calling thread. */
    public static BloomFilters on(GlideClient client) {
        return blocking(transport(client));
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
        return blocking(transport(cluster, nodes));
    }

    /** Returns filters on one server, with its replicas if the client knows any, that answer with stages. */
    public static AsyncBloomFilters async(GlideClient client) {
        return Engine.get().stages(transport(client));
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
        return Engine.get().stages(transport(cluster, nodes));
    }

    private static Transport<CompletionStage<List<Reply>>> transport(GlideClient client) {
        requireServedVersion();
        return new ServerTransport(client);
    }

    private static Transport<CompletionStage<List<Reply>>> transport(
            GlideClusterClient cluster, Function<NodeAddress, GlideClient> nodes) {
        requireServedVersion();
        return new ClusterTransport(cluster, new Nodes(cluster, nodes));
    }

    /** No class tells its version; earlier ones lack this one. */
    private static void requireServedVersion() {
        VERSIONS.require(() ->
                Class.forName("glide.api.models.commands.ScriptDebugMode", false, GlideClient.class.getClassLoader()));
    }

    private static Transport<CompletionStage<List<Reply>>> spread(List<GlideClient> clients) {
        return Transport.spread(clients.stream().map(GlideBloom::transport).toList());
    }

    private static BloomFilters blocking(Transport<CompletionStage<List<Reply>>> transport) {
        return Engine.get().blocking(transport.map(InFlight::on));
    }
}
