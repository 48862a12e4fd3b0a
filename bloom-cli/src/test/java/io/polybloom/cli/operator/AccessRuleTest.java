package io.polybloom.cli.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Funnels;
import io.polybloom.BackendException;
import io.polybloom.BackendException.Reason;
import io.polybloom.BloomFilter;
import io.polybloom.BloomFilters;
import io.polybloom.FilterOptions;
import io.polybloom.FilterSpec;
import io.polybloom.FilterSpecBuilder;
import io.polybloom.PartialBulkException;
import io.polybloom.UnsupportedFilterException;
import io.polybloom.jedis.JedisBloom;
import io.polybloom.spi.Verb;
import io.polybloom.tck.server.RedisServer;
import io.polybloom.tck.server.RespClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisProtocol;

/**
 * Each command of the rule is needed: a user who has all the others meets a refusal in the operation that is named here
 * for it. So a rule that lacks a command fails the test of that command.
 */
class AccessRuleTest {

    private static final Map<Verb, Work> WORK = new EnumMap<>(Verb.class);
    private static final List<Integer> MANY = IntStream.range(0, 3000).boxed().toList();

    private static RedisServer server;
    private static RespClient owner;

    /**
     * A user's own operations on filters that nobody else has touched; the owner may bring the server into a state
     * first.
     */
    private interface Work {
        void run(BloomFilters filters);
    }

    @BeforeAll
    static void start() {
        server = RedisServer.start();
        owner = server.client();
        put(filters -> small(filters).add(1), Verb.BITFIELD, Verb.SETBIT, Verb.HSETNX, Verb.HGETALL);
        put(filters -> small(filters).add(1), Verb.PERSIST, Verb.PEXPIRE);
        put(AccessRuleTest::clearFiveTimes, Verb.HDEL);
        put(filters -> small(filters).stats(), Verb.BITCOUNT);
        put(AccessRuleTest::lookUpInFullMemory, Verb.BITFIELD_RO);
        put(filters -> small(filters).load(MANY, taken -> {}), Verb.BITOP, Verb.BITOP_AND, Verb.SETRANGE);
        put(filters -> small(filters).addAll(MANY), Verb.MULTI, Verb.EXEC, Verb.SET, Verb.PTTL);
        put(filters -> small(filters).mightContainAll(MANY), Verb.GETRANGE);
        put(filters -> small(filters).expire(Duration.ofHours(1)), Verb.PEXPIREAT);
        put(filters -> small(filters).delete(), Verb.UNLINK);
        put(AccessRuleTest::claim, Verb.ZADD, Verb.ZREM, Verb.ZRANGEBYLEX, Verb.ZLEXCOUNT, Verb.ZREMRANGEBYLEX);
        put(AccessRuleTest::addAcknowledged, Verb.WAIT);
        put(
                filters -> open(filters, spec("window").window(Duration.ofHours(1), 2))
                        .add(1),
                Verb.TIME);
        put(AccessRuleTest::count, Verb.PFADD, Verb.PFCOUNT, Verb.PFMERGE);
        put(AccessRuleTest::expireFilterOfRedisson, Verb.STRLEN, Verb.SETNX, Verb.HSET, Verb.RENAMENX);
    }

    /** Two versions each; only the newest eight stay. */
    private static void clearFiveTimes(BloomFilters filters) {
        BloomFilter<Integer> filter = small(filters);
        for (int i = 0; i < 5; i++) {
            filter.clear();
        }
    }

    @AfterAll
    static void close() {
        owner.close();
        server.close();
    }

    static Stream<Verb> verbs() {
        // The embedded server has neither the commands of a module nor WAITAOF.
        return Stream.of(Verb.values())
                .filter(verb -> !verb.isOfModule() && verb != Verb.WAITAOF)
                .filter(Role.APP::needs);
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void takingTheCommandAwayIsNoticed(Verb verb) {
        assertTrue(WORK.containsKey(verb), verb + ": name an operation that sends it");
        String command = verb.wireName().toLowerCase(Locale.ROOT);

        long before = statistic(command, "calls");
        assertEquals(List.of(), refusals(WORK.get(verb), ""), "the rule is enough");
        assertTrue(statistic(command, "calls") > before, "the operation sends " + command);
        assertTrue(refusals(WORK.get(verb), " -" + command).contains(command), "without it, the server refuses it");
    }

    /** Runs an operation as a user of the rule and returns the commands that the server has refused. */
    private static List<String> refusals(Work work, String change) {
        owner.call("CONFIG", "SET", "maxmemory", "0");
        owner.call("FLUSHALL");
        owner.call("ACL", "LOG", "RESET");
        String rule = new AccessRule(Role.APP, AccessRule.ALL, Optional.of("visitors-*"), false, false).text()
                + " ~redisson ~{redisson}*" + change;
        owner.call(Stream.of("ACL SETUSER user reset on >secret " + rule)
                .flatMap(text -> Stream.of(text.split(" ")))
                .toArray());
        try (RedisClient client = RedisClient.builder()
                .hostAndPort(new HostAndPort("127.0.0.1", server.port()))
                .clientConfig(DefaultJedisClientConfig.builder()
                        .protocol(RedisProtocol.RESP2)
                        .user("user")
                        .password("secret")
                        // It tells the server who it is, and does without when it may not.
                        .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                        .build())
                .build()) {
            work.run(JedisBloom.on(client));
        } catch (PartialBulkException | UnsupportedFilterException refused) {
            assertTrue(refused.getMessage().contains("NOPERM"), refused.getMessage());
        } catch (BackendException refused) {
            // There is no replica that could acknowledge anything.
            boolean isExpected =
                    refused.reason() == Reason.AUTHENTICATION || refused.reason() == Reason.NOT_ACKNOWLEDGED;
            assertTrue(isExpected, refused.getMessage());
        }
        List<String> refused = new ArrayList<>();
        for (Object entry : (List<?>) owner.call("ACL", "LOG")) {
            List<?> parts = (List<?>) entry;
            refused.add(new String((byte[]) parts.get(7)).toLowerCase(Locale.ROOT));
        }
        return refused;
    }

    private static void put(Work work, Verb... verbs) {
        for (Verb verb : verbs) {
            WORK.put(verb, work);
        }
    }

    private static FilterSpecBuilder spec(String name) {
        return FilterSpec.named(name).capacity(10_000);
    }

    private static BloomFilter<Integer> open(BloomFilters filters, FilterSpecBuilder spec) {
        return filters.open(spec.build(), Funnels.integerFunnel());
    }

    private static BloomFilter<Integer> small(BloomFilters filters) {
        return open(filters, spec("small"));
    }

    private static void lookUpInFullMemory(BloomFilters filters) {
        BloomFilter<Integer> filter = small(filters);
        owner.call("CONFIG", "SET", "maxmemory", "1");
        filter.mightContain(1);
    }

    private static void claim(BloomFilters filters) {
        var claims = small(filters).claims("writer");
        claims.addAll(0, List.of(1, 2));
        claims.addAll(2, List.of(1, 3));
        claims.unsettled();
        claims.settle(1);
    }

    private static void count(BloomFilters filters) {
        filters.counter("visitors-1", Funnels.integerFunnel()).add(1);
        var counter = filters.counter("visitors-2", Funnels.integerFunnel());
        counter.mergeFrom(List.of("visitors-1"));
        counter.count();
    }

    private static void addAcknowledged(BloomFilters filters) {
        BloomFilter<Integer> filter = filters.open(
                spec("acknowledged").build(),
                Funnels.integerFunnel(),
                FilterOptions.defaults().acknowledgedBy(1, Duration.ofMillis(1)));
        filter.add(1);
    }

    private static void expireFilterOfRedisson(BloomFilters filters) {
        FilterSpec redisson =
                FilterSpec.named("redisson").layout("redisson").capacity(1000).build();
        BloomFilter<Integer> filter = filters.open(redisson, Funnels.integerFunnel());
        filter.add(1);
        filter.expire(Duration.ofHours(1));
    }

    private static long statistic(String command, String field) {
        String line = Stream.of(owner.text("INFO", "commandstats").split("\r\n"))
                .filter(text -> text.startsWith("cmdstat_" + command + ":"))
                .findAny()
                .orElse("");
        int begin = line.indexOf(field + "=");
        return begin < 0
                ? 0
                : Long.parseLong(line.substring(begin + field.length() + 1).split(",")[0]);
    }
}
