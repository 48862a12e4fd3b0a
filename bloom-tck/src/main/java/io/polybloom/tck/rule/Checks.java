package io.polybloom.tck.rule;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The rule that a test method, or each row of a test factory, checks. It is one rule, so that a failure names the
 * broken promise; a rule may have several tests.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Checks {

    /** Returns the number of the rule, such as {@code "1.03"}. */
    String value();
}
