import io.polybloom.layout.Layout;
import io.polybloom.layouts.BkdrLayout;
import io.polybloom.layouts.GoZeroLayout;
import io.polybloom.layouts.Guava32Layout;
import io.polybloom.layouts.Guava64Layout;
import io.polybloom.layouts.GuavaHelperLayout;
import io.polybloom.layouts.RedissonLayout;

/** The bit layouts of other systems, provided as services, and Guava's file format. */
module io.polybloom.layouts {
    requires transitive io.polybloom;
    requires transitive com.google.common;
    requires transitive org.jspecify;
    requires com.dynatrace.hash4j;

    exports io.polybloom.layouts;

    provides Layout with
            BkdrLayout,
            GoZeroLayout,
            Guava32Layout,
            Guava64Layout,
            GuavaHelperLayout,
            RedissonLayout;
}
