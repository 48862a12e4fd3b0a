/**
 * The config of a filter: its text, its fields, the commands that read and write them, and its comparison with a
 * caller's specification; the record of a filter of another system; the time of the server. Not exported.
 */
@NullMarked
package io.polybloom.internal.config;

import org.jspecify.annotations.NullMarked;
