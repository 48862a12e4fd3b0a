/** What an application can say about its filters in its properties. */
@NullMarked
package io.polybloom.spring.properties;

import org.jspecify.annotations.NullMarked;
