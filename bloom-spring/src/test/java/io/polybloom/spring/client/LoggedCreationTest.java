package io.polybloom.spring.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.memory.InMemoryBloom;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggedCreationTest {

    private static final FilterSpec CLICKS =
            FilterSpec.named("clicks").capacity(1000).build();

    /** Held here, since the log manager forgets a logger that nobody holds. */
    private final Logger logger = Logger.getLogger(LoggedCreation.class.getName());

    private final List<String> warnings = new ArrayList<>();
    private final BloomFilters memory = InMemoryBloom.create();

    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            warnings.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void beginLog() {
        logger.addHandler(log);
    }

    @AfterEach
    void endLog() {
        logger.removeHandler(log);
    }

    @Test
    void tellsOfACreationWhenItIsDone() {
        LoggedCreation.open(CLICKS, FilterOptions.defaults(), given -> {
            BloomFilter<CharSequence> opened = open(given);
            assertEquals(List.of(), warnings);
            return opened;
        });
        assertEquals(1, warnings.size());
        String warning = warnings.get(0);
        assertTrue(warning.contains("'clicks' did not exist"), warning);
        assertTrue(warning.contains("empty, unless another client was faster"), warning);
        assertTrue(warning.contains("capacity=1000"), warning);
        LoggedCreation.open(CLICKS, FilterOptions.defaults(), this::open);
        assertEquals(1, warnings.size());
    }

    @Test
    void tellsOfNoCreationThatHasFailed() {
        assertEquals(List.of(), warningsAfterFailure(false));
    }

    @Test
    void tellsOfACreationWhoseReplyWasLost() {
        List<String> told = warningsAfterFailure(true);
        assertEquals(1, told.size());
        assertTrue(told.get(0).contains("may have been created, empty"), told.get(0));
    }

    private List<String> warningsAfterFailure(boolean mayHaveBeenApplied) {
        BackendException failure = new BackendException(Reason.UNREACHABLE, mayHaveBeenApplied, "no reply", null);
        assertThrows(
                BackendException.class,
                () -> LoggedCreation.open(CLICKS, FilterOptions.defaults(), given -> {
                    if (given.neverCreates()) {
                        return open(given);
                    }
                    throw failure;
                }));
        return warnings;
    }

    private BloomFilter<CharSequence> open(FilterOptions options) {
        return memory.open(CLICKS, Funnels.stringFunnel(StandardCharsets.UTF_8), options);
    }
}
