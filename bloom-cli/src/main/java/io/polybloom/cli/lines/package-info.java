/** Lines of raw bytes: reading, batching, keys of fields, writing. Nothing here decodes characters. */
@NullMarked
package io.polybloom.cli.lines;

import org.jspecify.annotations.NullMarked;
