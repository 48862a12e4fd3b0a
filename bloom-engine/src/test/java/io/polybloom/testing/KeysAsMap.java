package io.polybloom.testing;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What is stored under names, as a map; changes of either are changes of both. */
class KeysAsMap<V> extends AbstractMap<String, V> {

    private final Supplier<List<String>> names;
    private final Function<String, V> read;
    private final BiConsumer<String, V> write;
    private final Consumer<String> remove;

    KeysAsMap(
            Supplier<List<String>> names,
            Function<String, V> read,
            BiConsumer<String, V> write,
            Consumer<String> remove) {
        this.names = names;
        this.read = read;
        this.write = write;
        this.remove = remove;
    }

    @Override
    public V put(String name, V value) {
        V old = get(name);
        write.accept(name, value);
        return old;
    }

    @Override
    public Set<Entry<String, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, V>> iterator() {
                return entries();
            }

            @Override
            public int size() {
                return names.get().size();
            }
        };
    }

    private Iterator<Entry<String, V>> entries() {
        Iterator<String> all = names.get().iterator();
        return new Iterator<>() {
            private String last = "";

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public Entry<String, V> next() {
                last = all.next();
                return new SimpleEntry<>(last, read.apply(last)) {
                    @Override
                    public V setValue(V value) {
                        return put(getKey(), value);
                    }
                };
            }

            @Override
            public void remove() {
                remove.accept(last);
            }
        };
    }
}
