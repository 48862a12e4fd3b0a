/** The driver of transports that answer with stages, and the filters of that flavour. */
@NullMarked
package io.polybloom.driver.stage;

import org.jspecify.annotations.NullMarked;
