package io.polybloom.simulation.judge;

import io.polybloom.BackendException;
import io.polybloom.simulation.actor.Call;
import io.polybloom.simulation.schedule.EventKind;
import java.util.ArrayList;
import java.util.List;

/** When the clock of the first server was set forward or back, and which clients may not have noticed that. */
final class ServerClock {

    private record Setting(int time, long byMillis) {}

    private final History history;
    private final List<Setting> settings = new ArrayList<>();

    ServerClock(History history) {
        this.history = history;
        long before = 0;
        for (Incident incident : history.incidents()) {
            if (incident.kind() == EventKind.SHIFT) {
                long shift = incident.serverMillis() - incident.millis();
                settings.add(new Setting(incident.time(), shift - before));
                before = shift;
            }
        }
    }

    /** Returns whether the clock was ever set back. */
    boolean wasSetBack() {
        return wasSetBackBefore(Integer.MAX_VALUE);
    }

    /** Returns whether the clock was set back before a time. */
    boolean wasSetBackBefore(int time) {
        return settings.stream().anyMatch(setting -> setting.byMillis() < 0 && setting.time() < time);
    }

    /**
     * Returns by how much the clock was set forward without the knowledge of the object that a call is made on. It
     * knows of a setting when it has asked for the time since, and was told; what another call was told, it knows when
     * that call has ended. An object that has never asked does so first, unless a call beside this one was told before.
     *
     * @param until the last setting that counts
     * @param told the end of the part of the call in which it may have been told
     */
    long unnoticed(Call call, int until, int told) {
        long unnoticed = 0;
        for (Setting setting : settings) {
            boolean counts = setting.byMillis() > 0 && setting.time() <= until;
            unnoticed += counts && !knowsOf(setting, call, told) ? setting.byMillis() : 0;
        }
        return unnoticed;
    }

    private boolean knowsOf(Setting setting, Call call, int told) {
        boolean hasAsked = false;
        for (Call other : history.calls()) {
            boolean isOfObject =
                    other.operation().object().equals(call.operation().object());
            for (Call.ClockReading reading : isOfObject ? other.clockReadings() : List.<Call.ClockReading>of()) {
                boolean isOfBefore = reading.asked() < setting.time();
                boolean isTold = other == call ? reading.told() <= told : other.end() < call.begin();
                if (isTold && !isOfBefore && !mayBeDropped(reading, other)) {
                    return true;
                }
                hasAsked |= isOfBefore && reading.told() <= told;
            }
        }
        return !hasAsked;
    }

    /**
     * An object takes up the time with what it has read beside it. If it has to ask for more, the last time is dropped
     * if no answer to that arrives.
     */
    private static boolean mayBeDropped(Call.ClockReading reading, Call call) {
        boolean lacksAnAnswer = call.died() || ExceptionRules.reason(call) instanceof BackendException;
        return lacksAnAnswer && call.clockReadings().stream().allMatch(other -> other.told() <= reading.told());
    }
}
