package io.polybloom.internal.model;

import com.google.common.hash.Funnel;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of many elements, one after the other. A funnel is the caller's code: it runs for all elements before
 * anything is sent, so that it never runs while a connection is held, and a funnel that throws has changed nothing.
 * Confined to one thread at a time.
 */
final class ElementStore {

    /**
     * A page takes no further element beyond this size: large enough that its own cost does not count, small enough
     * that neither its growth nor the estimate of its size takes memory that the elements do not need.
     */
    private static final int FULL_PAGE = 1 << 20;

    private final List<ElementBytes> pages = new ArrayList<>();
    private final List<Integer> firstOfPage = new ArrayList<>();
    private final int[] ends;
    private final ElementBytes buffer = new ElementBytes();
    private int lastPage;

    /** Collects the bytes of the elements. */
    <T> ElementStore(T[] elements, Funnel<? super T> funnel) {
        this(elements, funnel, FULL_PAGE);
    }

    /** Collects the bytes of the elements in pages that take no further one beyond a size. */
    <T> ElementStore(T[] elements, Funnel<? super T> funnel, int fullPage) {
        this.ends = new int[elements.length];
        ElementBytes page = newPage(0);
        for (int i = 0; i < elements.length; i++) {
            if (page.length() > fullPage) {
                page = newPage(i);
            }
            boolean isNewPage = page.length() == 0;
            page.append(funnel, elements[i]);
            ends[i] = page.length();
            if (isNewPage) {
                page.expect(sizeLike(page.length(), elements.length - i, fullPage));
            }
        }
    }

    /** Returns the bytes of an element; valid until the next call. */
    ElementBytes get(int index) {
        int page = pageOf(index);
        int start = index == firstOfPage.get(page) ? 0 : ends[index - 1];
        buffer.copy(pages.get(page), start, ends[index]);
        return buffer;
    }

    /**
     * Estimates the size of a page as if all elements were as long as its first one, with an eighth to spare; too small
     * an estimate costs copying.
     */
    private static int sizeLike(int first, int elements, int fullPage) {
        long size = (long) first * elements;
        return (int) Math.min(size + size / 8, fullPage);
    }

    private ElementBytes newPage(int firstIndex) {
        ElementBytes page = new ElementBytes();
        pages.add(page);
        firstOfPage.add(firstIndex);
        return page;
    }

    /** Elements are mostly asked for in their order, so the page is that of the last one or lies beside it. */
    private int pageOf(int index) {
        while (index < firstOfPage.get(lastPage)) {
            lastPage--;
        }
        while (lastPage + 1 < pages.size() && index >= firstOfPage.get(lastPage + 1)) {
            lastPage++;
        }
        return lastPage;
    }
}
