"""Tests the reader and adder: with the golden vectors, and together with the command line on a Redis server.

BLOOM_TCK_REDIS_SERVER names the executable of the server; without it, redis-server is looked for on the PATH.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

import polybloom

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVER = os.environ.get("BLOOM_TCK_REDIS_SERVER") or shutil.which("redis-server")


class VectorsTest(unittest.TestCase):
    def test_elements_have_the_bits_of_the_vectors(self):
        vectors = json.loads((ROOT / "docs" / "vectors.json").read_text(encoding="utf-8"))
        tested = 0
        for vector in vectors["offsets"]:
            if vector["layout"] == "counting-v1":
                continue
            key = bytes.fromhex(vectors["key"]) if vector["hash"] == "siphash-2-4" else None
            found = polybloom.element_hash(bytes.fromhex(vector["element"]), key)
            self.assertEqual((int(vector["h1"], 16), int(vector["h2"], 16)), found)
            expected = vector["partition"], vector["offsets"]
            self.assertEqual(
                expected, polybloom.bits_of(vector["layout"], *found, vector["m"], vector["k"], vector["P"])
            )
            tested += 1
        self.assertGreaterEqual(tested, 360)


@unittest.skipUnless(SERVER, "no redis-server: set BLOOM_TCK_REDIS_SERVER")
class TogetherTest(unittest.TestCase):
    """Each program finds what the other one has added."""

    @classmethod
    def setUpClass(cls):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            cls.port = free.getsockname()[1]
        cls.directory = tempfile.TemporaryDirectory()
        settings = ["--port", str(cls.port), "--bind", "127.0.0.1", "--save", "", "--dir", cls.directory.name]
        cls.process = subprocess.Popen([SERVER, *settings], stdout=subprocess.DEVNULL)
        for _ in range(500):
            try:
                cls.redis = polybloom.Redis("127.0.0.1", cls.port)
                break
            except OSError:
                time.sleep(0.02)

    @classmethod
    def tearDownClass(cls):
        cls.redis.close()
        cls.process.terminate()
        cls.process.wait()
        cls.directory.cleanup()

    def bloom(self, *words, lines=()):
        done = subprocess.run(
            [str(ROOT / "bloom"), *words, "--redis", "redis://127.0.0.1:%d" % self.port],
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

    def filter(self, name):
        return polybloom.Filter(self.redis, name)

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

    def test_layouts_and_hashes(self):
        for name, options in {
            "classic": ["--capacity", "1000", "--partitions", "3"],
            "blocked": ["--capacity", "1000", "--layout", "blocked-v1"],
            "words": ["--capacity", "1000", "--layout", "words-v1"],
            "keyed": ["--capacity", "1000", "--keyed"],
            "{tag}ged": ["--capacity", "1000"],
        }.items():
            with self.subTest(name):
                self.together(name, *options)

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

    def test_changes_that_nobody_notices(self):
        """It adds and looks up while the other program works; nothing fails, and nothing is forgotten."""
        self.together("busy", "--capacity", "500", "--over-capacity", "grow")
        found = self.filter("busy")
        more = ["more %d" % i for i in range(3000)]
        for lines, command in ([], ["clear", "busy"]), (more, ["add", "--name", "busy"]), ([], ["clear", "busy"]):
            command = [str(ROOT / "bloom"), *command, "--quiet", "--redis", "redis://127.0.0.1:%d" % self.port]
            with subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as working:
                working.stdin.write("".join(line + "\n" for line in lines))
                working.stdin.close()
                calls = 0
                while working.poll() is None:
                    found.add(b"call %d" % calls)
                    found.might_contain(b"call %d" % calls)
                    calls += 1
            self.assertEqual(0, working.returncode)
            self.assertTrue(calls > 100, calls)
            self.assertTrue(all(found.might_contain(line.encode()) for line in lines))
        late = ["late %d" % i for i in range(100)]
        for line in late:
            found.add(line.encode())
        self.assertTrue(all(self.present("busy", late)))

    def test_a_filter_that_is_deleted_meanwhile(self):
        found = self.together("deleted", "--capacity", "1000")
        self.bloom("delete", "deleted", "--quiet")
        with self.assertRaises(polybloom.FilterGone):
            found.add(b"ours 1")
        with self.assertRaises(polybloom.FilterGone):
            self.filter("deleted")
        self.assertEqual([], self.redis.pipeline(["KEYS", "bloom:{deleted:*"])[0])

    def test_a_register_or_a_copy_that_is_evicted(self):
        for lost in ("bloom:{evicted}", "bloom:{evicted}:copy"):
            self.together("evicted", "--capacity", "1000")
            self.redis.pipeline(["DEL", lost])
            self.assertTrue(self.filter("evicted").might_contain(b"ours 1"))
            self.assertEqual(1, self.redis.pipeline(["EXISTS", lost])[0])
            self.bloom("clear", "evicted", "--quiet")

    def test_a_register_and_a_copy_that_are_evicted_one_after_the_other(self):
        self.together("healed", "--capacity", "1000")
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
        partition = self.redis.pipeline(["KEYS", "bloom:{lost:0}:*"])[0][0]
        self.redis.pipeline(["DEL", partition])
        for call in (found.add, found.might_contain):
            with self.assertRaises(polybloom.LostData):
                call(b"ours 1")
        with self.assertRaises(polybloom.LostData):
            found.add(b"ours 1")


if __name__ == "__main__":
    unittest.main()
