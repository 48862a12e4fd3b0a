/** The form of results: numbers for people, tables, JSON. */
@NullMarked
package io.polybloom.cli.output;

import org.jspecify.annotations.NullMarked;
