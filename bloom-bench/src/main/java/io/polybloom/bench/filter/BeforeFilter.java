package io.polybloom.bench.filter;

import com.google.common.hash.Funnel;
import io.polybloom.bench.client.Client;
import io.polybloom.bench.client.JedisBenchClient;
import io.polybloom.layout.Layouts;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import redis.clients.jedis.UnifiedJedis;

/** A filter of an earlier build of this library on Jedis: its classes come from a class path of their own. */
public final class BeforeFilter implements BenchFilter {

    /** The name in the results. */
    public static final String NAME = "Jedis classic-v1 (an earlier build)";

    /** Creates the filter that the earlier build opens. */
    private final OurFilter now;

    private final JedisBenchClient client;
    private final ClassLoader classes;
    private Predicate<Object> add = element -> false;
    private Predicate<Object> mightContain = element -> false;
    private Function<Object, boolean[]> addAll = elements -> new boolean[0];
    private Function<Object, boolean[]> mightContainAll = elements -> new boolean[0];

    /**
     * A filter of the build.
     *
     * @param classPath of the build, separated as class paths of this system are
     */
    public BeforeFilter(JedisBenchClient client, String classPath) {
        this.now = OurFilter.of(client, Layouts.CLASSIC).called(", by an earlier build");
        this.client = client;
        this.classes = new OwnClasses(classPath);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void create(long capacity, double falsePositiveRate) {
        now.create(capacity, falsePositiveRate);
        try {
            open(now.spec(capacity, falsePositiveRate).name());
        } catch (ReflectiveOperationException other) {
            throw new IllegalArgumentException("not a build of this library that can be compared", other);
        }
    }

    @Override
    public long add(List<String> elements) {
        return OurFilter.count(addAll.apply(elements));
    }

    @Override
    public long contains(List<String> elements) {
        return OurFilter.count(mightContainAll.apply(elements));
    }

    @Override
    public boolean addOne(String element) {
        return add.test(element);
    }

    @Override
    public boolean containsOne(String element) {
        return mightContain.test(element);
    }

    @Override
    public void delete() {
        now.delete();
    }

    @Override
    public double expectedRate(double elements) {
        return now.expectedRate(elements);
    }

    @Override
    public double tolerance() {
        return now.tolerance();
    }

    @SuppressWarnings("unchecked") // The types of the methods are those of the interfaces.
    private void open(String name) throws ReflectiveOperationException {
        Object filters = classes.loadClass("io.polybloom.jedis.JedisBloom")
                .getMethod("on", UnifiedJedis.class)
                .invoke(null, client.jedis());
        Method openExisting =
                classes.loadClass("io.polybloom.BloomFilters").getMethod("openExisting", String.class, Funnel.class);
        Object filter = openExisting.invoke(filters, name, Client.TEXT);
        add = MethodHandleProxies.asInterfaceInstance(Predicate.class, method(filter, "add", Object.class));
        mightContain =
                MethodHandleProxies.asInterfaceInstance(Predicate.class, method(filter, "mightContain", Object.class));
        addAll = MethodHandleProxies.asInterfaceInstance(Function.class, method(filter, "addAll", Collection.class));
        mightContainAll = MethodHandleProxies.asInterfaceInstance(
                Function.class, method(filter, "mightContainAll", Collection.class));
    }

    private MethodHandle method(Object filter, String name, Class<?> parameter) throws ReflectiveOperationException {
        Method method = classes.loadClass("io.polybloom.BloomFilter").getMethod(name, parameter);
        return MethodHandles.publicLookup().unreflect(method).bindTo(filter);
    }
}
