package io.polybloom.tck.wrong;

import io.polybloom.tck.BloomFilterCompatibilityKit;
import io.polybloom.tck.KitRun;
import io.polybloom.tck.wrong.backend.WrongBackend;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The kit on the wrong backend that a configuration parameter of JUnit names. */
@ExtendWith({KitRun.Only.class, KitOfWrongBackend.Choice.class, OneFailureForEachRule.class})
class KitOfWrongBackend extends BloomFilterCompatibilityKit {

    /** The configuration parameter. */
    static final String BACKEND = "bloom.tck.wrong.backend";

    static final class Choice implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == WrongBackend.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return WrongBackends.named(
                    context.getConfigurationParameter(BACKEND).orElseThrow());
        }
    }

    KitOfWrongBackend(WrongBackend backend) {
        super(backend);
    }
}
