package io.polybloom.tck.wrong.backend;

import io.polybloom.tck.rule.Rule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the rules that must fail because of a mistake: these and no others. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Breaks {

    /** The rules. */
    Rule[] value();
}
