package io.polybloom.cli.command;

import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.FilterWindow;
import io.polybloom.OverCapacity;
import io.polybloom.cli.lines.LineOutput;
import io.polybloom.cli.option.OptionValues;
import io.polybloom.cli.option.ParameterOptions;
import io.polybloom.cli.option.WindowOptions;
import io.polybloom.cli.output.Figures;
import io.polybloom.cli.output.Json;
import io.polybloom.cli.output.Table;
import io.polybloom.layout.BitBudget;
import io.polybloom.layout.Geometry;
import io.polybloom.layout.Layout;
import io.polybloom.layout.LayoutCapability;
import io.polybloom.layout.Layouts;
import io.polybloom.layout.Sizing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Compares the ways to lay out a filter. */
@Command(
        name = "plan",
        description = {
            "Compare the memory and the false-positive rates of a filter in each native layout and sizing.",
            "The last columns are the expected false-positive rates at 0.5 to 4 times the capacity. Beyond its"
                    + " capacity, a filter that grows has further layers; the other columns describe the first.",
            "With --window, a cell takes the place of each bit. A cell has one bit more than --slices. A look-up may"
                    + " err in each bit of its cells; the rates are those of a whole look-up.",
            "A layout that cannot reach the rate at the capacity is left out, and the reason is printed on stderr."
        })
public final class PlanCommand implements Callable<Integer> {

    /** The numbers of elements that error rates are shown for, as multiples of the capacity. */
    private static final List<Double> LOADS = List.of(0.5, 1.0, 2.0, 4.0);

    @ParentCommand
    Program program;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            required = true,
            description = "The expected number of distinct elements, such as 20000, 10M or 1e9.")
    Long capacity;

    @Option(names = "--fpp", paramLabel = "P", description = ParameterOptions.RATE)
    Double falsePositiveRate = FilterSpecBuilder.DEFAULT_FALSE_POSITIVE_RATE;

    @Option(
            names = "--over-capacity",
            paramLabel = "POLICY",
            completionCandidates = OptionValues.Policies.class,
            description = "The policy beyond the capacity: grow, reject or degrade (default: grow; degrade with"
                    + " --window).")
    @Nullable
    OverCapacity overCapacity;

    @Mixin
    WindowOptions window;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() {
        requireWindow();
        List<Row> rows = new ArrayList<>();
        Map<String, IllegalArgumentException> refusals = new LinkedHashMap<>();
        for (String layout : ownLayouts()) {
            try {
                for (Sizing sizing : Sizing.values()) {
                    rows.add(row(layout, sizing));
                }
            } catch (IllegalArgumentException refused) {
                refusals.put(layout, refused);
            }
        }
        if (rows.isEmpty()) {
            // What the layout that needs least says: others recommend it.
            IllegalArgumentException refused = refusals.get(Layouts.CLASSIC);
            throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
        }
        print(rows, new LineOutput(program.console().out()));
        refusals.values().forEach(refused -> program.console().complain(refused.getMessage()));
        return 0;
    }

    private void requireWindow() {
        try {
            window.window();
        } catch (IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
        }
    }

    /**
     * A way to lay the filter out.
     *
     * @param columns the bits of a cell
     * @param errorRates those that are expected at {@link #LOADS}
     */
    private record Row(String layout, Sizing sizing, Geometry geometry, int columns, List<Double> errorRates) {

        long memoryBytes() {
            return geometry.partitions() * (columns * geometry.partitionBits() / 8 + 1);
        }

        String sizingName() {
            return sizing.name().toLowerCase(Locale.ROOT);
        }

        String[] cells() {
            List<String> cells = new ArrayList<>(List.of(
                    layout,
                    sizingName(),
                    Figures.count(geometry.totalBits()),
                    Integer.toString(geometry.hashes()),
                    Figures.count(geometry.partitions()),
                    Figures.memory(memoryBytes())));
            errorRates.forEach(rate -> cells.add(Figures.rate(rate)));
            return cells.toArray(new String[0]);
        }

        Json json() {
            return new Json()
                    .with("layout", layout)
                    .with("sizing", sizingName())
                    .with("bits", geometry.totalBits())
                    .with("hashes", geometry.hashes())
                    .with("partitions", geometry.partitions())
                    .with("memoryBytes", memoryBytes())
                    .withNumbers("falsePositiveRates", errorRates);
        }
    }

    private void print(List<Row> rows, LineOutput out) {
        if (program.printsJson()) {
            out.line(Json.of("plan")
                    .with("capacity", capacity)
                    .with("falsePositiveRate", falsePositiveRate)
                    .withNumbers("loads", LOADS)
                    .withObjects("rows", rows.stream().map(Row::json).toList())
                    .toString());
            out.flush();
            return;
        }
        Table table = new Table(2);
        table.row("LAYOUT", "SIZING", "BITS", "HASHES", "PARTITIONS", "MEMORY", "AT 0.5X", "AT 1X", "AT 2X", "AT 4X");
        rows.forEach(row -> table.row(row.cells()));
        table.print(out);
    }

    /**
     * Those of other systems are for filters that exist; a filter of the server has the size that the server gives it;
     * and a filter that counts neither forgets, grows nor rejects.
     */
    private List<String> ownLayouts() {
        return Layouts.ids().stream()
                .filter(id -> Layouts.get(id).foreign().isEmpty())
                .filter(id -> Layouts.get(id).capabilities().contains(LayoutCapability.READABLE_BITS))
                .filter(id -> window.given().isEmpty()
                        || Layouts.get(id).capabilities().contains(LayoutCapability.LASTING_BITS))
                .filter(id -> overCapacity == null
                        || overCapacity == OverCapacity.DEGRADE
                        || Layouts.get(id).capabilities().contains(LayoutCapability.OVER_CAPACITY))
                .toList();
    }

    private Row row(String layoutId, Sizing sizing) {
        Layout layout = Layouts.get(layoutId);
        Geometry geometry = geometry(layoutId, sizing);
        List<BitBudget> layers = new ArrayList<>();
        List<Double> rates = LOADS.stream()
                .map(load -> errorRate(layout, sizing, geometry, load, layers))
                .toList();
        int columns = window.window().map(FilterWindow::columns).orElse(1);
        return new Row(layoutId, sizing, geometry, columns, rates);
    }

    private double errorRate(Layout layout, Sizing sizing, Geometry geometry, double load, List<BitBudget> layers) {
        if (policy(layout) == OverCapacity.GROW) {
            return errorRateOfLayers(layout, sizing, load * capacity, layers);
        }
        int slices = window.window().map(FilterWindow::slices).orElse(1);
        double rate =
                layout.expectedFalsePositiveRate(load * capacity / slices, geometry.totalBits(), geometry.hashes());
        // 1 - (1 - rate)^asked, without the loss of digits when the rate is small.
        return window.window().isEmpty() ? rate : -Math.expm1((slices + 1) * Math.log1p(-rate));
    }

    /**
     * Each layer holds twice as many elements as the one before it; the last one holds the rest.
     *
     * @param layers the sizes of the layers so far, which take a while to find; further ones are added
     */
    private double errorRateOfLayers(Layout layout, Sizing sizing, double elements, List<BitBudget> layers) {
        double logOfAbsent = 0;
        double left = elements;
        for (int layer = 0; left > 0; layer++) {
            long layerCapacity = capacity << layer;
            if (layer == layers.size()) {
                double rate = OverCapacity.GROW.layerRate(falsePositiveRate, layer);
                layers.add(layout.size(layerCapacity, rate, sizing));
            }
            BitBudget budget = layers.get(layer);
            double held = Math.min(left, layerCapacity);
            logOfAbsent += Math.log1p(-layout.expectedFalsePositiveRate(held, budget.totalBits(), budget.hashes()));
            left -= held;
        }
        return -Math.expm1(logOfAbsent);
    }

    private OverCapacity policy(Layout layout) {
        boolean grows = window.window().isEmpty() && layout.capabilities().contains(LayoutCapability.OVER_CAPACITY);
        OverCapacity unlessGiven = grows ? OverCapacity.GROW : OverCapacity.DEGRADE;
        return overCapacity == null ? unlessGiven : overCapacity;
    }

    private Geometry geometry(String layout, Sizing sizing) {
        FilterSpecBuilder builder = FilterSpec.named("plan")
                .capacity(capacity)
                .falsePositiveRate(falsePositiveRate)
                .layout(layout)
                .sizing(sizing)
                .overCapacity(policy(Layouts.get(layout)));
        window.applyTo(builder);
        return builder.build().geometry(1);
    }
}
