/** The filters that are beans: opened lazily or at the start, on the client as it is now. */
@NullMarked
package io.polybloom.spring.filter;

import org.jspecify.annotations.NullMarked;
