"""Tests the reader and adder: with the golden vectors, and together with the command line on a server and a cluster.

BLOOM_TCK_REDIS_SERVER names the executable of the server; without it, redis-server is looked for on the PATH.
"""

import json
import os
import pathlib
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import polybloom

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = os.environ.get("BLOOM_TCK_REDIS_SERVER") or shutil.which("redis-server")


VECTORS = json.loads((ROOT / "docs" / "vectors.json").read_text(encoding="utf-8"))
NATIVE = "classic-v1", "blocked-v1", "words-v1", "counting-v1"
DAY = 24 * 60 * 60 * 1000


class Server:
    """A Redis server of its own."""

    def __init__(self, in_cluster=False):
        self.directory = tempfile.TemporaryDirectory()
        self.redis = None
        while self.redis is None:
            # Somebody else may take a free port before the server does.
            self.port, self.bus = free_ports(2)
            settings = ["--port", self.port, "--bind", "127.0.0.1", "--save", "", "--dir", self.directory.name]
            settings += ["--cluster-enabled", "yes", "--cluster-port", self.bus] if in_cluster else []
            self.process = subprocess.Popen([SERVER, *map(str, settings)], stdout=subprocess.DEVNULL)
            wait_for(lambda: self.connect() or self.process.poll() is not None)

    def connect(self):
        try:
            redis = polybloom.Redis("127.0.0.1", self.port)
        except OSError:
            return False
        if b"process_id:%d\r" % self.process.pid in redis.pipeline(["INFO", "server"])[0]:
            self.redis = redis
            return True
        redis.close()
        return False

    def ask(self, *command):
        return self.redis.pipeline(command)[0]

    def stop(self):
        self.redis.close()
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()


class ThreeNodes:
    """A Redis Cluster of three nodes."""

    def __init__(self):
        self.nodes = [Server(in_cluster=True) for _ in range(3)]
        for i, node in enumerate(self.nodes):
            node.ask("CLUSTER", "ADDSLOTS", *range(16384 * i // 3, 16384 * (i + 1) // 3))
            node.ask("CLUSTER", "SET-CONFIG-EPOCH", i + 1)
        for other in self.nodes[1:]:
            self.nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", other.port, other.bus)
        wait_for(lambda: all(self.knows_all(node) for node in self.nodes))
        self.port = self.nodes[0].port
        self.redis = polybloom.Cluster("127.0.0.1", self.port)

    @staticmethod
    def knows_all(node):
        return b"cluster_state:ok" in node.ask("CLUSTER", "INFO") and len(node.ask("CLUSTER", "SLOTS")) == 3

    def stop(self):
        self.redis.close()
        for node in self.nodes:
            node.stop()


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_for(condition):
    """Waits until a condition holds, and returns its value; only what hangs is stopped by the deadline."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise TimeoutError("nothing has happened for a minute")


class OffsetsTest(unittest.TestCase):
    def test_elements_have_the_offsets_of_the_vectors(self):
        for vector in VECTORS["offsets"]:
            key = bytes.fromhex(VECTORS["key"]) if vector["hash"] == "siphash-2-4" else None
            found = polybloom.element_hash(bytes.fromhex(vector["element"]), key)
            self.assertEqual((int(vector["h1"], 16), int(vector["h2"], 16)), found)
            expected = vector["partition"], vector["offsets"]
            self.assertEqual(
                expected, polybloom.bits_of(vector["layout"], *found, vector["m"], vector["k"], vector["P"])
            )
        self.assertEqual(set(NATIVE), {vector["layout"] for vector in VECTORS["offsets"]})


@unittest.skipUnless(SERVER, "no redis-server: set BLOOM_TCK_REDIS_SERVER")
class ServerTest(unittest.TestCase):
    """Has a server, or a cluster, and the command line."""

    PARTITIONS = ["--partitions", "12"]

    @classmethod
    def start(cls):
        return Server()

    @classmethod
    def setUpClass(cls):
        cls.server = cls.start()
        cls.addClassCleanup(cls.server.stop)
        cls.redis = cls.server.redis

    def command(self, *words):
        kind = "redis-cluster" if isinstance(self.redis, polybloom.Cluster) else "redis"
        return [str(ROOT / "bloom"), *words, "--redis", "%s://127.0.0.1:%d" % (kind, self.server.port)]

    def bloom(self, *words, lines=()):
        done = subprocess.run(
            self.command(*words),
            input="".join(line + "\n" for line in lines),
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout

    def present(self, name, elements):
        out = self.bloom("check", "--name", name, "--quiet", lines=elements)
        return [line.split("\t")[0] == "present" for line in out.splitlines()]

    def filter(self, name, clock=None):
        return polybloom.Filter(self.redis, name, clock)

    def filter_with(self, name, lines, *options):
        """A filter to which the command line has added."""
        options = [*options, "--capacity", "2000", *self.PARTITIONS]
        self.bloom("add", "--name", name, "--quiet", *options, lines=lines)
        return self.filter(name)

    def assert_has(self, found, present, absent=None):
        absent = ["absent %d" % i for i in range(20)] if absent is None else absent
        lines = [*present, *absent]
        self.assertEqual([line in present for line in lines], [found.might_contain(line.encode()) for line in lines])

    def parts(self, name):
        return polybloom.parts(self.last(name)[1])

    def last(self, name):
        stored = polybloom.versions(self.redis.pipeline(["HGETALL", "bloom:{%s}:copy" % name])[0])
        return max(stored.items())

    def publish(self, name, **changes):
        """Writes the next version by hand; None removes a part."""
        number, text = self.last(name)
        fields = polybloom.parts(text)
        fields.update(changes, by=secrets.token_hex(8), after=fields["by"])
        end = [part for part in ("slice", "moving", "expireAt") if part in fields]
        fields.update({part: fields.pop(part) for part in end})
        text = ";".join("%s=%s" % field for field in fields.items() if field[1] is not None)
        for register in "bloom:{%s}" % name, "bloom:{%s}:copy" % name:
            self.redis.pipeline(["HSETNX", register, number + 1, text])

    def together(self, name, *options):
        ours = ["ours %d" % i for i in range(100)]
        theirs = ["theirs %d" % i for i in range(100)]
        self.bloom("add", "--name", name, "--quiet", *options, lines=theirs)
        found = self.filter(name)
        self.assertTrue(all(found.might_contain(element.encode()) for element in theirs))
        self.assertTrue(sum(found.might_contain(b"absent %d" % i) for i in range(1000)) < 30)
        self.assertTrue(sum(found.add(element.encode()) for element in ours) > 95)
        self.assertFalse(any(found.add(element.encode()) for element in ours + theirs))
        self.assertTrue(all(self.present(name, ours + theirs)))
        return found


class StoredFiltersTest(ServerTest):
    def test_filters_have_the_elements_of_the_vectors(self):
        for vector in VECTORS["filters"]:
            with self.subTest(vector["filter"]):
                self.redis.pipeline(["FLUSHALL"])
                for key, fields in vector["hashes"].items():
                    self.redis.pipeline(["HSET", key, *(word for field in fields.items() for word in field)])
                for key, string in vector["strings"].items():
                    self.redis.pipeline(["SET", key, bytes.fromhex(string)])
                for answer in vector["answers"]:
                    found = self.filter(vector["name"], lambda answer=answer: answer["time"])
                    for element in answer["present"]:
                        self.assertTrue(found.might_contain(element.encode()), (answer["time"], element))
                    for element in answer["absent"]:
                        self.assertFalse(found.might_contain(element.encode()), (answer["time"], element))


class Together:
    """Each program finds what the other one has added."""

    def test_layouts_and_hashes(self):
        for name, options in {
            "classic": ["--layout", "classic-v1"],
            "blocked": ["--layout", "blocked-v1"],
            "words": ["--layout", "words-v1"],
            "counting": ["--layout", "counting-v1"],
            "keyed": ["--keyed"],
            "{tag}ged": [],
        }.items():
            with self.subTest(name):
                self.together(name, "--capacity", "2000", *self.PARTITIONS, *options)

    def test_counters(self):
        found = self.filter_with("counters", ["theirs"], "--layout", "counting-v1")
        for element, times in (b"once", 1), (b"twice", 2), (b"often", 20):
            self.assertEqual([True] + [False] * (times - 1), [found.add(element) for _ in range(times)])
        lines = ["theirs", "once", "twice", "often"]
        self.assertEqual([True] * 4, self.present("counters", lines))
        self.bloom("remove", "--name", "counters", "--quiet", lines=lines)
        # A counter that has reached 15 keeps it.
        self.bloom("remove", "--name", "counters", "--quiet", lines=["often"] * 25)
        self.assertEqual([False, False, True, True], self.present("counters", lines))
        self.assertEqual([False, False, True, True], [found.might_contain(line.encode()) for line in lines])

    def test_counters_that_are_cleared_meanwhile(self):
        found = self.filter_with("counted", ["theirs"], "--layout", "counting-v1")
        before = found.state.layers[0].id
        self.bloom("clear", "counted", "--quiet")
        with self.assertRaises(polybloom.UnknownOutcome):
            found.add(b"ours")
        self.assert_has(found, [], absent=["theirs", "ours"])
        self.assertTrue(found.add(b"ours"))
        self.assertEqual([True], self.present("counted", ["ours"]))
        keys = [["EXISTS", "bloom:{counted:%d}:%s" % (partition, before)] for partition in range(12)]
        self.assertEqual([0] * 12, self.redis.pipeline(*keys))

    def test_counters_that_are_cleared_after_an_add(self):
        """What was counted before a clear is not counted again after it."""
        found = self.filter_with("kept", ["theirs"], "--layout", "counting-v1")
        write = found._write

        def write_before_a_clear(*arguments):
            found._write = write
            reply = write(*arguments)
            self.bloom("clear", "kept", "--quiet")
            found.until = 0
            return reply

        found._write = write_before_a_clear
        self.assertTrue(found.add(b"ours"))
        self.assertEqual([False], self.present("kept", ["ours"]))

    def test_windows(self):
        for layout, slices in ("classic-v1", 5), ("blocked-v1", 5), ("words-v1", 5), ("classic-v1", 63):
            with self.subTest(layout=layout, slices=slices):
                name = "%s in %d slices" % (layout, slices)
                days = 3650 // slices
                lines = ["theirs %d" % i for i in range(40)]
                options = ["--layout", layout, "--window", "%dd" % (days * slices), "--slices", str(slices)]
                found = self.filter_with(name, lines, *options)
                self.assert_has(found, lines)
                with self.assertRaises(NotImplementedError):
                    found.add(b"ours")
                forgotten = (int(self.parts(name)["slice"]) + slices + 1) * days * DAY
                self.assert_has(self.filter(name, lambda: forgotten - 1), lines)
                self.assert_has(self.filter(name, lambda: forgotten), [], absent=lines)
                self.bloom("clear", name, "--quiet")
                self.assert_has(found, [], absent=lines)
                self.bloom("add", "--name", name, "--quiet", lines=lines[:20])
                self.assert_has(found, lines[:20], absent=lines[20:])

    def test_a_window_that_moves_on_meanwhile(self):
        """Takes the steps of a client that adds in a later slice, and looks up after each of them."""
        lines = ["theirs %d" % i for i in range(40)]
        found = self.filter_with("moving", lines, "--window", "3650d", "--slices", "5")
        fields = self.parts("moving")
        layer, cells, _, partitions = fields["layers"].split("/")
        before, after = int(fields["slice"]), int(fields["slice"]) + 2
        cleared = [(before + 1) % 6, (before + 2) % 6]
        kept = "".join("0" if bit % 6 in cleared else "1" for bit in range(int(cells) * 6)) + "11111111"

        def look():
            self.assert_has(found, lines)
            self.assert_has(self.filter("moving", lambda: after * 730 * DAY), lines)

        def move(partition, source, target):
            source, target = ("bloom:{moving:%d}:%s.%s" % (partition, layer, end) for end in (source, target))
            self.assertEqual([1], self.redis.pipeline(["RENAMENX", source, target]))
            if partition in (0, int(partitions) - 1):
                look()

        def clear_columns(partition):
            key = "bloom:{moving:%d}:%s.%d:old" % (partition, layer, after)
            bits = int.from_bytes(self.redis.pipeline(["GET", key])[0], "big") & int(kept, 2)
            self.redis.pipeline(["SET", key, bits.to_bytes(len(kept) // 8, "big")])

        self.publish("moving", moving=after)
        look()
        for partition in range(int(partitions)):
            move(partition, "%d" % before, "%d:old" % after)
        for partition in range(int(partitions)):
            clear_columns(partition)
        look()
        for partition in range(int(partitions)):
            move(partition, "%d:old" % after, "%d" % after)
        self.publish("moving", moving=None, slice=after)
        look()
        self.bloom("add", "--name", "moving", "--quiet", lines=["later"])
        self.assert_has(found, [*lines, "later"])
        # Who has read the register before the last version finds what others have added after it.
        self.publish("moving", moving=after, slice=before)
        self.assert_has(self.filter("moving"), [*lines, "later"])
        self.assertTrue(all(self.present("moving", [*lines, "later"])))
        self.publish("moving", moving=None, slice=after)
        self.assert_has(self.filter("moving", lambda: (before + 6) * 730 * DAY), ["later"], absent=lines)

    def test_a_filter_that_grows_meanwhile(self):
        found = self.together("growing", "--capacity", "300", "--over-capacity", "grow")
        more = ["more %d" % i for i in range(2000)]
        self.bloom("add", "--name", "growing", "--quiet", lines=more)
        self.assertTrue(all(found.might_contain(element.encode()) for element in more))
        self.assertTrue(len(found.state.layers) > 1)
        self.assertTrue(sum(found.add(b"late %d" % i) for i in range(100)) > 95)
        self.assertTrue(all(self.present("growing", ["late %d" % i for i in range(100)])))

    def test_a_filter_that_is_cleared_meanwhile(self):
        found = self.together("cleared", "--capacity", "1000")
        self.bloom("clear", "cleared", "--quiet")
        self.assertTrue(found.add(b"ours 1"))
        self.assertFalse(found.might_contain(b"theirs 1"))
        self.assertEqual([True, False], self.present("cleared", ["ours 1", "ours 2"]))

    def test_a_filter_that_is_rebuilt_meanwhile(self):
        found = self.together("rebuilt", "--capacity", "1000")
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as lines:
            lines.write("kept\n")
            lines.flush()
            self.bloom("rebuild", "rebuilt", "--capacity", "5000", lines.name)
        self.assertTrue(found.might_contain(b"kept"))
        self.assertTrue(found.add(b"ours 1"))
        self.assertEqual([True, True, False], self.present("rebuilt", ["kept", "ours 1", "ours 2"]))

    def test_a_rebuild_of_another_layout_meanwhile(self):
        found = self.filter_with("refilled", ["old"], "--over-capacity", "degrade")
        lines = ["ours %d" % i for i in range(100)]
        layer = found.state.layers[0]
        keys = ["bloom:{refilled:%d}:%s" % (partition, layer.id) for partition in range(layer.partitions)]

        def all_are_marked():
            return all(self.redis.pipeline(["BITFIELD", key, "GET", "u1", layer.m + 2]) == [[1]] for key in keys)

        command = self.command("rebuild", "refilled", "--layout", "blocked-v1", "--quiet")
        with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as working:
            wait_for(all_are_marked)
            self.assertTrue(all(found.add(line.encode()) for line in lines))
            self.assert_has(found, ["old", *lines])
            working.stdin.write("kept\n")
        self.assertEqual(0, working.returncode)
        self.assert_has(found, ["kept", *lines], absent=["old"])
        self.assertEqual("blocked-v1", found.state.layers[0].layout)
        self.assertTrue(all(self.present("refilled", ["kept", *lines])))
        self.assertFalse(any(found.add(line.encode()) for line in lines))

    def test_changes_that_nobody_notices(self):
        """It adds and looks up while the other program works; nothing fails, and nothing is forgotten."""
        self.together("busy", "--capacity", "500", "--over-capacity", "grow")
        found = self.filter("busy")
        more = ["more %d" % i for i in range(3000)]
        for lines, command in ([], ["clear", "busy"]), (more, ["add", "--name", "busy"]), ([], ["clear", "busy"]):
            with subprocess.Popen(self.command(*command, "--quiet"), stdin=subprocess.PIPE, text=True) as working:
                working.stdin.write("".join(line + "\n" for line in lines))
                working.stdin.close()
                calls = 0
                while calls < 100 or working.poll() is None:
                    found.add(b"call %d" % calls)
                    found.might_contain(b"call %d" % calls)
                    calls += 1
            self.assertEqual(0, working.returncode)
            self.assertTrue(all(found.might_contain(line.encode()) for line in lines))
        late = ["late %d" % i for i in range(100)]
        for line in late:
            found.add(line.encode())
        self.assertTrue(all(self.present("busy", late)))

    def test_a_full_filter(self):
        found = self.filter_with("full", ["theirs"], "--over-capacity", "reject")
        self.assertTrue(found.add(b"ours"))
        layer = found.state.layers[0]
        for partition in range(layer.partitions):
            key = "bloom:{full:%d}:%s" % (partition, layer.id)
            self.redis.pipeline(["BITFIELD", key, "SET", "u1", layer.m + 1, 1])
        self.assertFalse(found.add(b"theirs"))
        self.assertFalse(found.add(b"ours"))
        with self.assertRaises(OverflowError):
            found.add(b"too late")
        self.assert_has(found, ["theirs", "ours"], absent=["too late"])

    def test_a_layer_that_nobody_has_sealed(self):
        lines = ["theirs %d" % i for i in range(300)]
        self.bloom("add", "--name", "open", "--quiet", "--capacity", "100", "--over-capacity", "grow", lines=lines)
        found = self.filter("open")
        *_, older, newest = found.state.layers
        key = "bloom:{open:0}:"
        self.redis.pipeline(["BITFIELD", key + older.id, "SET", "u1", older.m + 1, 0])
        bits = self.redis.pipeline(["BITCOUNT", key + newest.id])
        self.assertTrue(found.add(b"ours"))
        self.assertEqual(bits, self.redis.pipeline(["BITCOUNT", key + newest.id]))
        self.assertEqual([[1]], self.redis.pipeline(["BITFIELD", key + older.id, "GET", "u1", older.m + 1]))
        self.assertTrue(found.add(b"ours, too"))
        self.assertNotEqual(bits, self.redis.pipeline(["BITCOUNT", key + newest.id]))
        self.assertEqual([True, True], self.present("open", ["ours", "ours, too"]))


class OnOneServerTest(Together, ServerTest):
    """The keys are on one server."""

    def test_a_filter_that_is_deleted_meanwhile(self):
        found = self.together("deleted", "--capacity", "1000")
        self.bloom("delete", "deleted", "--quiet")
        with self.assertRaises(polybloom.FilterGone):
            found.add(b"ours 1")
        with self.assertRaises(polybloom.FilterGone):
            self.filter("deleted")
        self.bloom("add", "--name", "deleted", "--quiet", "--capacity", "1000", lines=["ours 1"])
        with self.assertRaises(polybloom.FilterGone):
            found.might_contain(b"ours 1")
        self.assertTrue(self.filter("deleted").might_contain(b"ours 1"))

    def test_a_register_or_a_copy_that_is_evicted(self):
        for lost in ("bloom:{evicted}", "bloom:{evicted}:copy"):
            self.together("evicted", "--capacity", "1000")
            self.redis.pipeline(["DEL", lost])
            self.assertTrue(self.filter("evicted").might_contain(b"ours 1"))
            self.assertEqual(1, self.redis.pipeline(["EXISTS", lost])[0])
            self.bloom("clear", "evicted", "--quiet")

    def test_a_register_and_a_copy_that_are_evicted_one_after_the_other(self):
        self.together("healed", "--capacity", "1000")
        self.bloom("clear", "healed", "--quiet")
        self.filter("healed").add(b"ours 1")
        for lost in ("bloom:{healed}", "bloom:{healed}:copy") * 3:
            self.redis.pipeline(["DEL", lost])
            self.assertTrue(self.filter("healed").might_contain(b"ours 1"))

    def test_a_version_that_was_written_when_all_was_lost(self):
        self.together("lone", "--capacity", "1000")
        versions = polybloom.versions(self.redis.pipeline(["HGETALL", "bloom:{lone}"])[0])
        self.redis.pipeline(["DEL", "bloom:{lone}", "bloom:{lone}:copy"])
        self.redis.pipeline(["HSETNX", "bloom:{lone}", max(versions), versions[max(versions)]])
        with self.assertRaises(polybloom.FilterGone):
            self.filter("lone")

    def test_a_partition_that_is_lost(self):
        found = self.together("lost", "--capacity", "1000")
        self.redis.pipeline(["DEL", "bloom:{lost:0}:" + found.state.layers[0].id])
        for call in (found.add, found.might_contain):
            with self.assertRaises(polybloom.LostData):
                call(b"ours 1")
        with self.assertRaises(polybloom.LostData):
            found.add(b"ours 1")


class OnAClusterTest(Together, ServerTest):
    """The keys are on three nodes, and move."""

    @classmethod
    def start(cls):
        return ThreeNodes()

    def test_partitions_are_on_all_nodes(self):
        self.filter_with("spread", ["theirs"])
        for node in self.server.nodes:
            self.assertNotEqual([], node.ask("KEYS", "bloom:{spread:*"))

    def test_slots_that_move(self):
        found = self.filter_with("resharded", ["theirs"])
        partition = "bloom:{resharded:0}:" + found.state.layers[0].id
        self.found, self.added = found, ["theirs"]
        self.move(partition)
        self.move("bloom:{resharded}", "bloom:{resharded}:copy")

    def move(self, *keys):
        """Moves the slot of keys to the next node, and uses the filter between the steps."""
        nodes = self.server.nodes
        slot = nodes[0].ask("CLUSTER", "KEYSLOT", keys[0])
        source = next(i for i, node in enumerate(nodes) if node.ask("CLUSTER", "COUNTKEYSINSLOT", slot) > 0)
        source, target = nodes[source], nodes[source - 1]
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.ask("CLUSTER", "MYID"))
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.ask("CLUSTER", "MYID"))
        self.use("before %s" % keys[0])
        for key in keys:
            source.ask("MIGRATE", "127.0.0.1", target.port, key, 0, 5000)
            self.use("after " + key)
        for node in target, source:
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", target.ask("CLUSTER", "MYID"))
        self.use("at the end of %s" % keys[0])

    def use(self, when):
        ours = ["ours %d %s" % (i, when) for i in range(50)]
        self.assertTrue(all(self.found.add(line.encode()) for line in ours))
        self.added += ours
        self.assert_has(self.found, self.added)
        self.assert_has(self.filter("resharded"), self.added)
        self.assertTrue(all(self.present("resharded", self.added)))


if __name__ == "__main__":
    unittest.main()
