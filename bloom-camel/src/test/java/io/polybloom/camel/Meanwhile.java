package io.polybloom.camel;

import io.polybloom.RemovableBloomFilter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Lets something happen between two calls of a filter. */
final class Meanwhile {

    private Meanwhile() {}

    @SuppressWarnings("unchecked")
    static RemovableBloomFilter<String> afterLookUp(RemovableBloomFilter<String> filter, Runnable act) {
        return (RemovableBloomFilter<String>) Proxy.newProxyInstance(
                Meanwhile.class.getClassLoader(),
                new Class<?>[] {RemovableBloomFilter.class},
                (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(filter, arguments);
                        if (method.getName().equals("mightContain")) {
                            act.run();
                        }
                        return answer;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
