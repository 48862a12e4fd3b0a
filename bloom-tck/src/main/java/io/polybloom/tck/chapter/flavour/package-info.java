/** The additional promises of asynchronous APIs and of APIs that are bound to contexts. */
@NullMarked
package io.polybloom.tck.chapter.flavour;

import org.jspecify.annotations.NullMarked;
