/** The filters that are beans: opened lazily or at startup, on the current client. */
@NullMarked
package io.polybloom.spring.filter;

import org.jspecify.annotations.NullMarked;
