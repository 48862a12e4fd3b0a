package io.polybloom.flink;

import io.polybloom.BloomFilter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collection;

/** A filter that adds what it is asked for: the control of the tests, which must see that elements are lost. */
final class AddsAtOnce {

    private AddsAtOnce() {}

    /** Returns a filter whose look-ups are answers of {@link BloomFilter#addAll}. */
    @SuppressWarnings("unchecked")
    static BloomFilter<String> instead(BloomFilter<String> filter) {
        return (BloomFilter<String>) Proxy.newProxyInstance(
                AddsAtOnce.class.getClassLoader(), new Class<?>[] {BloomFilter.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("mightContainAll")) {
                        boolean[] answers = filter.addAll((Collection<String>) arguments[0]);
                        for (int i = 0; i < answers.length; i++) {
                            answers[i] = !answers[i];
                        }
                        return answers;
                    }
                    try {
                        return method.invoke(filter, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
