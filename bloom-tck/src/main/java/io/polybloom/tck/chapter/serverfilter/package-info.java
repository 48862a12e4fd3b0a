/** Tests of filters whose bits the server itself stores. */
@NullMarked
package io.polybloom.tck.chapter.serverfilter;

import org.jspecify.annotations.NullMarked;
