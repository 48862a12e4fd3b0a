/** The properties with which an application describes its filters. */
@NullMarked
package io.polybloom.spring.properties;

import org.jspecify.annotations.NullMarked;
