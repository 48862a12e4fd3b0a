package io.polybloom.testing;

import io.polybloom.layout.BitBudget;
import io.polybloom.layout.ForeignParameters;
import io.polybloom.layout.ForeignRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A layout as another system may have one that stores its parameters. */
public final class RecordedLayout extends PlainLayout {

    @Override
    public String id() {
        return "recorded";
    }

    @Override
    public Optional<ForeignRecord> storedParameters() {
        return Optional.of(new Parameters());
    }

    private static final class Parameters implements ForeignRecord {

        @Override
        public String key(String name) {
            return name + ":parameters";
        }

        @Override
        public Map<String, String> write(ForeignParameters parameters) {
            return new TreeMap<>(Map.of(
                    "bits", Long.toString(parameters.budget().totalBits()),
                    "hashes", Integer.toString(parameters.budget().hashes()),
                    "capacity", Long.toString(parameters.capacity()),
                    "rate", Double.toString(parameters.falsePositiveRate())));
        }

        @Override
        public ForeignParameters read(Map<String, String> fields) {
            if (!fields.containsKey("bits")) {
                throw new IllegalArgumentException("it has no bits");
            }
            return new ForeignParameters(
                    new BitBudget(Long.parseLong(fields.get("bits")), Integer.parseInt(fields.get("hashes"))),
                    Long.parseLong(fields.get("capacity")),
                    Double.parseDouble(fields.get("rate")));
        }
    }
}
