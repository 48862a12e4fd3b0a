/** Decides what each operation of a filter sends to Redis, and drives the transport of an adapter. */
@SuppressWarnings("module") // The modules that may use the entry are automatic ones, which are built after this one.
module io.polybloom.engine {
    requires transitive io.polybloom;

    exports io.polybloom.locate;
    exports io.polybloom.driver to
            io.polybloom.memory,
            io.polybloom.simulation,
            io.polybloom.tck,
            io.polybloom.vertx;
    exports io.polybloom.operations to
            io.polybloom.memory,
            io.polybloom.simulation,
            io.polybloom.tck,
            io.polybloom.vertx;
    exports io.polybloom.step to
            io.polybloom.memory,
            io.polybloom.simulation,
            io.polybloom.tck,
            io.polybloom.vertx;

    uses io.polybloom.internal.seam.RoomTable;

    provides io.polybloom.internal.seam.RoomTable with
            io.polybloom.internal.rooms.Rooms;
    provides io.polybloom.spi.Engine with
            io.polybloom.driver.StandardEngine;
}
