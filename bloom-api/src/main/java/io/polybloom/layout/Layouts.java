package io.polybloom.layout;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;

/**
 * The layouts that this program knows: the native ones and those loaded as {@link ServiceLoader} services. Thread-safe.
 */
public final class Layouts {

    /** The id of the native layout that spreads an element's bits over the whole partition. */
    public static final String CLASSIC = "classic-v1";

    /** The id of the native layout that keeps an element's bits within one block of 64 bytes. */
    public static final String BLOCKED = "blocked-v1";

    /** The id of the native layout that keeps an element's bits within one word of 64 bits. */
    public static final String WORDS = "words-v1";

    /** The id of the native layout whose bits the server itself stores, with its commands {@code BF.*}. */
    public static final String SERVER = "server";

    /** The id of the layout of filters that somebody else has made with {@code BF.RESERVE}. */
    public static final String BF = "bf";

    /** The id of the native layout that counts its elements, so that they can be removed. */
    public static final String COUNTING = "counting-v1";

    private static final Map<String, Layout> BY_ID = load();

    private Layouts() {}

    /** Returns the layout with the given id, if it is known. */
    public static Optional<Layout> find(String id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /** Returns the layout with the given id; throws an {@link IllegalArgumentException} if it is unknown. */
    public static Layout get(String id) {
        return find(id).orElseThrow(() ->
                new IllegalArgumentException("unknown layout '" + id + "': choose one of " + String.join(", ", ids())));
    }

    /** Returns all known ids, sorted. */
    public static Set<String> ids() {
        return BY_ID.keySet();
    }

    private static Map<String, Layout> load() {
        Map<String, Layout> layouts = new TreeMap<>();
        layouts.put(CLASSIC, new ClassicLayout(ElementHash.murmur3()));
        layouts.put(BLOCKED, BlockedLayout.ofLines(ElementHash.murmur3()));
        layouts.put(WORDS, BlockedLayout.ofWords(ElementHash.murmur3()));
        layouts.put(BF, new BfLayout());
        layouts.put(SERVER, new ServerLayout(ElementHash.murmur3()));
        layouts.put(COUNTING, new CountingLayout(ElementHash.murmur3()));
        for (Layout layout : ServiceLoader.load(Layout.class, Layout.class.getClassLoader())) {
            if (layouts.putIfAbsent(layout.id(), layout) != null) {
                throw new IllegalStateException("two layouts have the id '" + layout.id() + "'");
            }
        }
        return java.util.Collections.unmodifiableMap(layouts);
    }
}
