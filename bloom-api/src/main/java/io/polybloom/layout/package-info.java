/**
 * Bit layouts: how many bits a filter has, and which of them an element touches. Also the SPI for layouts of other
 * systems.
 */
@NullMarked
package io.polybloom.layout;

import org.jspecify.annotations.NullMarked;
