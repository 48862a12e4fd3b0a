/** What an open filter shows to operators: its health and its measurements. */
@NullMarked
package io.polybloom.spring.actuate;

import org.jspecify.annotations.NullMarked;
