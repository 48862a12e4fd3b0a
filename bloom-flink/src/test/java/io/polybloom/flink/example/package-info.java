/** The program of the page about Flink. */
@NullMarked
package io.polybloom.flink.example;

import org.jspecify.annotations.NullMarked;
