/** The health and the measurements of an open filter, for operators. */
@NullMarked
package io.polybloom.spring.actuate;

import org.jspecify.annotations.NullMarked;
