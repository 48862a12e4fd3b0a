/** The bits of filters in this JVM, and what they are asked and told without a server. Not exported. */
@NullMarked
package io.polybloom.internal.local;

import org.jspecify.annotations.NullMarked;
