/** A web application that queries its database only for orders whose ids were issued. */
@NullMarked
package io.polybloom.examples.spring;

import org.jspecify.annotations.NullMarked;
