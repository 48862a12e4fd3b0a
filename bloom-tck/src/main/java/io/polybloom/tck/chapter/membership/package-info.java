/** What a filter answers, which bits it leaves, how often it errs, and which server holds them. */
@NullMarked
package io.polybloom.tck.chapter.membership;

import org.jspecify.annotations.NullMarked;
