/** Opens the layers by which a filter grows. Not exported. */
@NullMarked
package io.polybloom.internal.growth;

import org.jspecify.annotations.NullMarked;
