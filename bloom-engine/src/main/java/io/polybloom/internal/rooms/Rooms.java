package io.polybloom.internal.rooms;

import io.polybloom.internal.claims.ClaimsRoom;
import io.polybloom.internal.foreign.ForeignRoom;
import io.polybloom.internal.mirror.MirrorRoom;
import io.polybloom.internal.rebuild.RebuildRoom;
import io.polybloom.internal.seam.RoomTable;
import io.polybloom.internal.server.ServerRoom;
import io.polybloom.internal.transfer.TransferRoom;
import io.polybloom.internal.window.WindowRoom;
import java.util.List;

/**
 * The table of all rooms: the one place that imports them. Remove its line here, and a package can be deleted. Where
 * the first answer counts, or keys are named in turn, the order here is theirs.
 */
public final class Rooms implements RoomTable {

    @Override
    public List<Object> rooms() {
        return List.of(
                new RebuildRoom(),
                new TransferRoom(),
                new ClaimsRoom(),
                new MirrorRoom(),
                new ServerRoom(),
                new WindowRoom(),
                new ForeignRoom());
    }
}
