package io.polybloom.lettuce;

import io.lettuce.core.ClientOptions;
import org.junit.jupiter.api.Test;

/** An option that versions before 6.6 do not have, so it is not a part of {@link NoSecondSendTest}. */
class ReplayFilterTest {

    @Test
    void aFilterThatLetsEverythingBeRepeatedIsNotAskedAboutAnAdd() throws Exception {
        NoSecondSendTest.assertSentOnce(
                ClientOptions.builder().replayFilter(command -> false).build());
    }
}
