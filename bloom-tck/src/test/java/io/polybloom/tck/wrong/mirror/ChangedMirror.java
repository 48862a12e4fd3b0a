package io.polybloom.tck.wrong.mirror;

import io.polybloom.FilterDescription;
import io.polybloom.FilterMirror;
import java.time.Instant;
import java.util.Collection;

/** A mirror that passes every call on; subclasses change some. */
abstract class ChangedMirror<T> implements FilterMirror<T> {

    private final FilterMirror<T> right;

    ChangedMirror(FilterMirror<T> right) {
        this.right = right;
    }

    @Override
    public FilterDescription description() {
        return right.description();
    }

    @Override
    public boolean mightContain(T element) {
        return right.mightContain(element);
    }

    @Override
    public boolean[] mightContainAll(Collection<? extends T> elements) {
        return right.mightContainAll(elements);
    }

    @Override
    public Instant asOf() {
        return right.asOf();
    }

    @Override
    public long bytesRead() {
        return right.bytesRead();
    }

    @Override
    public void refresh() {
        right.refresh();
    }

    @Override
    public void close() {
        right.close();
    }
}
