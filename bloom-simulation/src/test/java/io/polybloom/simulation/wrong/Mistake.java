package io.polybloom.simulation.wrong;

import io.polybloom.simulation.actor.Distortion;
import io.polybloom.simulation.actor.OperationKind;
import io.polybloom.simulation.world.World;
import io.polybloom.spi.Reply;
import io.polybloom.spi.Verb;

/** One guard that is left out, and a world in which it is missed. */
enum Mistake {
    TAKES_EVERY_PARTITION_FOR_ALIVE(
            (command, caller, server) -> Rewriting.withTrailer(server.apply(command), 0, 1), MistakeWorlds.eviction()),
    OVERLOOKS_SEALS(
            (command, caller, server) -> Rewriting.withTrailer(server.apply(command), 1, 0),
            MistakeWorlds.grownByAnother()),
    NEVER_SEALS(
            (command, caller, server) -> server.apply(Rewriting.withoutSeal(command)), MistakeWorlds.grownByAnother()),
    READS_AN_OLD_CONFIG_BEHIND_A_SEAL(
            (command, caller, server) -> caller.operation().object().equals("a")
                    ? Rewriting.withoutGrownLayers(server.apply(command))
                    : server.apply(command),
            MistakeWorlds.secondGrowth()),
    SEALS_ANOTHER_LAYER_THAN_IT_HAS_SAMPLED(
            (command, caller, server) -> Rewriting.sealingTheNext(command, server), MistakeWorlds.growth()),
    LEAVES_THE_OLD_GENERATION(
            (command, caller, server) -> command.verb() == Verb.UNLINK ? new Reply.Int(1) : server.apply(command),
            MistakeWorlds.clear()),
    TAKES_A_NAME_THAT_IS_CLAIMED(
            (command, caller, server) -> server.apply(Rewriting.claiming(command)), MistakeWorlds.twoOpeners()),
    PUTS_A_NEW_PARTITION_IN_PLACE_OF_ANOTHER(
            (command, caller, server) -> Rewriting.renaming(command, server), MistakeWorlds.threeOpeners()),
    USES_A_LAYER_THAT_IS_NOT_READY(
            (command, caller, server) ->
                    command.verb() == Verb.HGETALL ? Rewriting.ready(server.apply(command)) : server.apply(command),
            MistakeWorlds.twoOpeners()),
    SETTLES_AN_EXPIRY_WITHOUT_READING_IT_AGAIN(new FrozenConfig(OperationKind.EXPIRE, 2), MistakeWorlds.twoExpiries()),
    BELIEVES_ITS_NEAR_CACHE_WITHOUT_ASKING(
            (command, caller, server) -> caller.operation().kind() == OperationKind.LOOK_UP
                            && caller.operation().object().equals("a")
                    ? Rewriting.withAllBits(server.apply(command))
                    : server.apply(command),
            MistakeWorlds.nearCacheAfterFailover()),
    SENDS_WRITES_TWICE(
            (command, caller, server) -> {
                Reply first = server.apply(command);
                return command.verb() == Verb.BITFIELD ? server.apply(command) : first;
            },
            MistakeWorlds.oneAdd());

    private final Distortion distortion;
    private final World world;

    Mistake(Distortion distortion, World world) {
        this.distortion = distortion;
        this.world = world;
    }

    Distortion distortion() {
        return distortion;
    }

    World world() {
        return world;
    }
}
