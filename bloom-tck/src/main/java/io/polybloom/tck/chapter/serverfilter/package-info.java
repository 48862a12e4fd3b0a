/** Tests of filters whose bits the server itself keeps. */
@NullMarked
package io.polybloom.tck.chapter.serverfilter;

import org.jspecify.annotations.NullMarked;
