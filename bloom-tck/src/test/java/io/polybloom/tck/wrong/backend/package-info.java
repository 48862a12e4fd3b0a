/** Right backends but for a deliberate mistake, which names the rules that it breaks. */
@NullMarked
package io.polybloom.tck.wrong.backend;

import org.jspecify.annotations.NullMarked;
