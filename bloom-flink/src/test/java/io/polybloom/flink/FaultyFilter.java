package io.polybloom.flink;

import io.polybloom.BloomFilter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;

/** A filter around another one that can fail before and after each call, and after a part of it. */
final class FaultyFilter {

    /** A place where something can fail. */
    @FunctionalInterface
    interface Places {

        /** Throws an exception if this is the place. */
        void reach(String place);
    }

    private FaultyFilter() {}

    /** Returns a filter that reaches a place before and after each bulk call, and in the middle of adding. */
    @SuppressWarnings("unchecked")
    static BloomFilter<String> around(BloomFilter<String> filter, Places places) {
        return (BloomFilter<String>) Proxy.newProxyInstance(
                FaultyFilter.class.getClassLoader(), new Class<?>[] {BloomFilter.class}, (proxy, method, arguments) -> {
                    String call = method.getName();
                    boolean bulk = call.endsWith("All");
                    if (bulk) {
                        places.reach("before " + call);
                    }
                    if (call.equals("addAll")) {
                        List<String> elements = List.copyOf((Collection<String>) arguments[0]);
                        filter.addAll(elements.subList(0, elements.size() / 2));
                        places.reach("within " + call);
                    }
                    Object answer;
                    try {
                        answer = method.invoke(filter, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                    if (bulk) {
                        places.reach("after " + call);
                    }
                    return answer;
                });
    }
}
