"""A reader and an adder for filters of Polybloom, with Python's standard library only.

Written from docs/wire-format.md ("bits and keys") and docs/protocol.md (the levels "reader" and "adder"). It knows the
layouts classic-v1, blocked-v1 and words-v1, filters that grow or reject, and rebuilds. What needs an owner, such as a
clear whose client has died, is left to one: the call says so. Filters with a window are refused.

    filter = Filter(Redis("localhost", 6379), "clicks")
    filter.add(b"event-1")              # True if it is new
    filter.might_contain(b"event-1")    # True
"""

import socket
import struct
import time

MASK = (1 << 64) - 1


# ---------------------------------------------------------------------------------------------------- hash and bits


def rotl(x, n):
    return (x << n | x >> (64 - n)) & MASK


def fmix64(z):
    z = (z ^ z >> 33) * 0xFF51AFD7ED558CCD & MASK
    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53 & MASK
    return z ^ z >> 33


def murmur3(data, seed=0x706F6C79):
    """The two words of murmur3_x64_128."""
    c1, c2 = 0x87C37B91114253D5, 0x4CF5AD432745937F
    h1 = h2 = seed
    for i in range(0, len(data) - 15, 16):
        k1, k2 = struct.unpack_from("<QQ", data, i)
        h1 ^= rotl(k1 * c1 & MASK, 31) * c2 & MASK
        h1 = ((rotl(h1, 27) + h2) * 5 + 0x52DCE729) & MASK
        h2 ^= rotl(k2 * c2 & MASK, 33) * c1 & MASK
        h2 = ((rotl(h2, 31) + h1) * 5 + 0x38495AB5) & MASK
    tail = data[len(data) // 16 * 16 :].ljust(16, b"\0")
    k1, k2 = struct.unpack("<QQ", tail)
    h2 ^= rotl(k2 * c2 & MASK, 33) * c1 & MASK
    h1 ^= rotl(k1 * c1 & MASK, 31) * c2 & MASK
    h1 ^= len(data)
    h2 ^= len(data)
    h1 = (h1 + h2) & MASK
    h2 = (h2 + h1) & MASK
    h1, h2 = fmix64(h1), fmix64(h2)
    h1 = (h1 + h2) & MASK
    return h1, (h2 + h1) & MASK


def siphash(data, key):
    """SipHash-2-4 under a key of 16 bytes."""
    k0, k1 = struct.unpack("<QQ", key)
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & MASK
            v[1] = rotl(v[1], 13) ^ v[0]
            v[0] = rotl(v[0], 32)
            v[2] = (v[2] + v[3]) & MASK
            v[3] = rotl(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & MASK
            v[3] = rotl(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & MASK
            v[1] = rotl(v[1], 17) ^ v[2]
            v[2] = rotl(v[2], 32)

    whole = len(data) // 8 * 8
    last = data[whole:].ljust(7, b"\0") + bytes([len(data) & 255])
    for word in struct.iter_unpack("<Q", data[:whole] + last):
        v[3] ^= word[0]
        rounds(2)
        v[0] ^= word[0]
    v[2] ^= 255
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def element_hash(data, key=None):
    if key is None:
        return murmur3(data)
    return siphash(data, key), siphash(data, key[8:] + key[:8])


def bits_of(layout, h1, h2, m, k, partitions):
    """The partition of an element, and its bits there."""

    def z(i):
        return fmix64((h1 + i * h2) & MASK)

    def pick(value, n):
        return value * n >> 64

    partition = pick(z(-1), partitions)
    if layout == "classic-v1":
        return partition, [pick(z(i), m) for i in range(k)]
    size, width, each = {"blocked-v1": (512, 9, 7), "words-v1": (64, 6, 10)}[layout]
    block = pick(z(0), m // size) * size
    return partition, [block + (z(1 + j // each) >> width * (j % each) & size - 1) for j in range(k)]


# ------------------------------------------------------------------------------------------------------------- RESP2


class RedisError(Exception):
    """An error that the server has answered with."""


class Redis:
    """One connection. A pipeline is a list of commands; its replies have the same order."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), timeout=10)
        self.input = self.socket.makefile("rb")

    def pipeline(self, *commands):
        out = []
        for command in commands:
            out.append(b"*%d\r\n" % len(command))
            for word in command:
                word = word if isinstance(word, bytes) else str(word).encode()
                out.append(b"$%d\r\n%s\r\n" % (len(word), word))
        self.socket.sendall(b"".join(out))
        replies = [self._reply() for _ in commands]
        for reply in replies:
            if isinstance(reply, RedisError):
                raise reply
        return replies

    def _reply(self):
        line = self.input.readline()
        if not line.endswith(b"\r\n"):
            raise ConnectionError("the connection was closed: the outcome is unknown")
        kind, rest = line[:1], line[1:-2]
        if kind == b"-":
            return RedisError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"+":
            return rest
        size = int(rest)
        if kind == b"$":
            return None if size < 0 else self.input.read(size + 2)[:-2]
        return [self._reply() for _ in range(size)]

    def close(self):
        self.socket.close()


# ------------------------------------------------------------------------------------------------------- the register


class FilterGone(Exception):
    """The filter was deleted, has expired, or does not exist."""


class LostData(Exception):
    """A part of the filter is gone, or a change was undone: no answer can be trusted."""


class NotReady(Exception):
    """A change has begun that an owner has to finish."""


class Unsupported(Exception):
    """The filter has something that this program does not know."""


class Layer:
    def __init__(self, text):
        self.id, bits, hashes, partitions = text.split("/")[:4]
        self.m, self.k, self.partitions = int(bits), int(hashes), int(partitions)


def layers(text):
    return [Layer(layer) for layer in text.split(",")] if text else []


class State:
    """A version of a filter."""

    def __init__(self, number, text, stored):
        fields = parts(text)
        if fields["format"] != "2":
            raise Unsupported("format " + fields["format"])
        self.number, self.text, self.stored = number, text, stored
        self.by, self.phase, self.life = fields["by"], fields["phase"], fields["life"]
        self.layout, self.policy = fields["layout"], fields["overCapacity"]
        self.key = bytes.fromhex(fields["key"]) if "key" in fields else None
        self.servers = int(fields["servers"])
        self.layers = layers(fields["layers"])
        self.filling = layers(fields.get("filling", ""))
        self.making = layers(fields.get("making", "")) + layers(fields.get("makingNext", ""))
        self.expires = int(fields["expireAt"]) if "expireAt" in fields else None
        self.known_marks = int(fields["begun"]) - (1 if "rebuild" in fields and not self.filling else 0)
        if "window" in fields or self.layout not in ("classic-v1", "blocked-v1", "words-v1") or self.servers > 1:
            raise Unsupported("layout %s, %d servers" % (self.layout, self.servers))

    def uses(self, layer):
        return any(each.id == layer.id for each in self.layers + self.filling + self.making)


class Reply:
    """What a partition has answered about the bits of one element."""

    def __init__(self, numbers, bits):
        self.alive = numbers[0] == 1
        self.sealed = numbers[1] >> 6 == 1
        marks = numbers[1] & 63
        # The mark of rebuild 1 is the highest of the six bits.
        self.mark = 6 - ((marks & -marks).bit_length() - 1) if marks else 0
        self.has_all = all(numbers[2 : 2 + bits])


class Filter:
    """An open filter. One thread uses it at a time."""

    LOOKS = 200

    def __init__(self, redis, name):
        self.redis, self.name = redis, name
        tagged = "{" in name
        self.register = "bloom:%s:config" % name if tagged else "bloom:{%s}" % name
        self.part = "bloom:%s:%%d:%%s" % name if tagged else "bloom:{%s:%%d}:%%s" % name
        self.state = None
        self.state = self._usable()

    # Reader ----------------------------------------------------------------------------------------------------------

    def _read(self):
        """Reads the register; a version counts when it is in the copy."""
        copy = self.register + ":copy"
        while True:
            _, mine, theirs = self.redis.pipeline(["WAIT", 0, 0], ["HGETALL", self.register], ["HGETALL", copy])
            here, there = versions(mine), versions(theirs)
            if not here and not there:
                return None
            number = max([*here, *there])
            if number not in there:
                self.redis.pipeline(["HSETNX", copy, number, here[number]])
                continue
            if number not in here:
                self.redis.pipeline(["HSETNX", self.register, number, there[number]])
            if number > 1 and len(here) == len(there) == 1:
                return None  # A late write revives nothing.
            self._complete(number, (self.register, here), (copy, there))
            stored = {**here, **there}
            return State(number, stored[number], {n: State(n, stored[n], {}).by for n in stored})

    def _complete(self, number, *both):
        """Copies the version before to the hash that lacks it: one that has nothing but a later version was lost."""
        for (_, texts), (key, others) in (both, both[::-1]):
            before = texts.get(number - 1)
            if before and number - 1 not in others and parts(texts[number]).get("after") == parts(before)["by"]:
                self.redis.pipeline(["HSETNX", key, number - 1, before])

    def _usable(self):
        """Reads until the filter is ready; an owner finishes what has begun."""
        for look in range(self.LOOKS):
            state = self._read()
            if state is None or state.phase in ("deleting", "deleted"):
                raise FilterGone(self.name)
            if state.expires is not None:
                seconds, micros = self.redis.pipeline(["TIME"])[0]
                if int(seconds) * 1000 + int(micros) // 1000 >= state.expires:
                    raise FilterGone(self.name + " has expired")
            self._require_descent(state)
            if state.phase == "ready":
                return state
            time.sleep(0.01 * min(look, 10))
        raise NotReady("%s is %s" % (self.name, state.phase))

    def _require_descent(self, state):
        old = self.state
        if old is None:
            return
        if state.life != old.life:
            self.state = None
            raise LostData("%s was created anew" % self.name)
        if state.number < old.number or state.stored.get(old.number, old.by) != old.by:
            self.state = None
            raise LostData("a failover has undone changes of %s" % self.name)

    def _current(self):
        if self.state is None:
            self.state = self._usable()
        return self.state

    def _ask(self, layer, element, *more, sets=()):
        """Returns the command for one element in one layer, with its key and its number of bits."""
        state = self.state
        h1, h2 = element_hash(element, state.key)
        partition, bits = bits_of(state.layout, h1, h2, layer.m, layer.k, layer.partitions)
        key = self.part % (partition, layer.id)
        command = ["BITFIELD", key, "GET", "u1", layer.m, "GET", "u7", layer.m + 1]
        for bit in bits:
            command += ["SET", "u1", bit, 1] if sets else ["GET", "u1", bit]
        return command + list(more), key, len(bits)

    def _look(self, of_layers, element):
        asked = [self._ask(layer, element) for layer in of_layers]
        replies = self.redis.pipeline(*[command for command, _, _ in asked]) if asked else []
        return [Reply(numbers, bits) for numbers, (_, _, bits) in zip(replies, asked)]

    def _not_alive(self, layer, written=None):
        """Finds out why a partition is not alive; returns if the operation is to be repeated."""
        state = self._read()
        if written is not None and (state is None or not state.uses(layer)):
            self.redis.pipeline(["UNLINK", written])
        if state is not None and state.phase not in ("deleting", "deleted"):
            self._require_descent(state)
            if any(each.id == layer.id for each in state.layers):
                self.state = self._usable()
                raise LostData("a partition of %s was lost" % self.name)
            if any(each.id == layer.id for each in state.filling):
                raise NotReady("a rebuild of %s has lost a partition: an owner has to abandon it" % self.name)
        self.state = self._usable()

    def might_contain(self, element):
        seen = set()
        while True:
            state = self._current()
            asked = [layer for layer in state.layers if layer.id not in seen]
            replies = self._look(asked, element)
            if any(reply.alive and reply.has_all for reply in replies):
                return True
            dead = [layer for layer, reply in zip(asked, replies) if not reply.alive]
            if dead:
                self._not_alive(dead[0])
                seen.clear()
            elif state.policy == "GROW" and replies[-1].sealed:
                seen = {layer.id for layer in state.layers}
                self.state = self._usable()
                if self.state.layers[-1].id in seen:
                    raise LostData("%s has no layer after one that is sealed" % self.name)
                if not seen & {layer.id for layer in self.state.layers}:
                    seen.clear()
            else:
                return False

    # Adder -----------------------------------------------------------------------------------------------------------

    def add(self, element):
        """Adds an element, and returns whether it is new. Raises OverflowError if the filter has no room for it."""
        answer = mark = None
        given = after = None
        while True:
            state = self._current()
            ids = [layer.id for layer in state.layers]
            if answer is None:
                begin = ids.index(after) + 1 if after in ids else 0
                outcome = self._add_to(state.layers[begin:], element)
                if outcome is None:
                    continue
                answer, mark, given, sealed = outcome
                if sealed and state.policy == "GROW":
                    # Its layer takes no new elements: only the ones after it can say whether it is new.
                    answer, after = None, given
                    self.state = self._usable()
                    if self.state.layers[-1].id == given:
                        raise LostData("%s has no layer after one that is sealed" % self.name)
                    continue
            if mark > state.known_marks or (mark == 6 and not state.filling):
                self.state = self._usable()
                if mark > self.state.known_marks:
                    raise NotReady("an owner has to end a rebuild of %s that was undone" % self.name)
                mark = 0
                continue
            if given not in ids:
                # A rebuild, or a clear, has ended the layers that the element is in.
                if self._add_to(state.layers, element) is None:
                    continue
                return answer
            if state.filling:
                carried = self._add_to(state.filling, element)
                if carried is None:
                    continue
                if carried[1] > state.known_marks:
                    self.state = self._usable()
                    continue
            return answer

    def _add_to(self, of_layers, element):
        """Adds to layers: (is new, the highest mark, the layer, was it sealed); None: begin again."""
        mark = 0
        target, seal = of_layers[-1], ()
        older = of_layers[:-1]
        if older:
            replies = self._look(older, element)
            for layer, reply in zip(older, replies):
                if not reply.alive:
                    self._not_alive(layer)
                    return None
                mark = max(mark, reply.mark)
            for layer, reply in zip(older, replies):
                if reply.has_all:
                    return False, mark, layer.id, False
            if not replies[-1].sealed:
                target = older[-1]
                seal = ("SET", "u1", target.m + 1, 1, "GET", "u7", target.m + 1)
        if self.state.policy == "REJECT":
            reply = self._look([target], element)[0]
            if reply.alive and reply.sealed:
                if not reply.has_all:
                    raise OverflowError("%s is full" % self.name)
                return False, max(mark, reply.mark), target.id, True
        command, key, bits = self._ask(target, element, *seal, sets=True)
        reply = Reply(self.redis.pipeline(command)[0], bits)
        if not reply.alive:
            self._not_alive(target, written=key)
            return None
        return not reply.has_all, max(mark, reply.mark), target.id, reply.sealed and not reply.has_all


def parts(text):
    """The parts of a version's text."""
    return dict(part.split("=", 1) for part in text.split(";"))


def versions(reply):
    """The versions in a hash; another field is none of them."""
    fields = {reply[i]: reply[i + 1] for i in range(0, len(reply), 2)}
    return {int(number): text.decode() for number, text in fields.items() if number.isdigit()}
