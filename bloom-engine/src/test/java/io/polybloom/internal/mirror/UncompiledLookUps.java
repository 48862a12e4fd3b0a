package io.polybloom.internal.mirror;

import static io.polybloom.testing.TestFilters.words;

import com.sun.management.ThreadMXBean;
import io.polybloom.FilterMirror;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.OverCapacity;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Prints how many bytes look-ups in a mirror allocate. To be run in a JVM that compiles nothing ({@code -Xint}): a
 * compiler keeps garbage off the heap where it can, and itself makes some, so with one the number says little.
 */
final class UncompiledLookUps extends MirroredFilters {

    static final String RESULT = "bytes in 10,000 look-ups, ";
    static final String[] SHAPES = {"classic-v1", "blocked-v1", "keyed", "grown"};

    private UncompiledLookUps() {}

    /** Runs the look-ups in filters of all shapes. */
    public static void main(String[] arguments) {
        for (String shape : SHAPES) {
            System.out.println(RESULT + shape + ": " + new UncompiledLookUps().allocated(shape));
        }
    }

    private long allocated(String shape) {
        FilterSpecBuilder spec = FilterSpec.named("clicks").capacity(1000);
        switch (shape) {
            case "keyed" -> spec.keyed();
            case "grown" -> spec.capacity(100).overCapacity(OverCapacity.GROW);
            default -> spec.layout(shape);
        }
        open(spec).addAll(words(500));
        FilterMirror<CharSequence> mirror = mirror();
        List<String> asked = words(1000);
        int present = count(mirror, asked);
        ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = memory.getCurrentThreadAllocatedBytes();
        int again = 0;
        for (int i = 0; i < 10; i++) {
            again += count(mirror, asked);
        }
        long allocated = memory.getCurrentThreadAllocatedBytes() - before;
        if (again != 10 * present || present < 500) {
            throw new IllegalStateException("present: " + present + ", then " + again);
        }
        return allocated;
    }

    private static int count(FilterMirror<CharSequence> mirror, List<String> asked) {
        int present = 0;
        for (int i = 0; i < asked.size(); i++) {
            present += mirror.mightContain(asked.get(i)) ? 1 : 0;
        }
        return present;
    }
}
