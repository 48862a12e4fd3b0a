"""A reader and an adder for filters of Polybloom, with Python's standard library only.

Written from docs/wire-format.md and docs/protocol.md (the levels "reader" and "adder"). In filters with a window, it
looks up only. What needs an owner, such as a clear whose client has died, is left to one: the call says so.

    filter = Filter(Redis("localhost", 6379), "clicks")     # or Cluster("localhost", 7000)
    filter.add(b"event-1")              # True if it is new
    filter.might_contain(b"event-1")    # True
"""

import binascii
import re
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
    whole = len(data) // 16 * 16
    for k1, k2 in struct.iter_unpack("<QQ", data[:whole]):
        h1 ^= rotl(k1 * c1 & MASK, 31) * c2 & MASK
        h1 = ((rotl(h1, 27) + h2) * 5 + 0x52DCE729) & MASK
        h2 ^= rotl(k2 * c2 & MASK, 33) * c1 & MASK
        h2 = ((rotl(h2, 31) + h1) * 5 + 0x38495AB5) & MASK
    k1, k2 = struct.unpack("<QQ", data[whole:].ljust(16, b"\0"))
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
        for a, b, left, right in ((0, 1, 13, 32), (2, 3, 16, 0), (0, 3, 21, 0), (2, 1, 17, 32)) * count:
            v[a] = (v[a] + v[b]) & MASK
            v[b] = rotl(v[b], left) ^ v[a]
            v[a] = rotl(v[a], right)

    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 255])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 255
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def element_hash(data, key=None):
    if key is None:
        return murmur3(data)
    return siphash(data, key), siphash(data, key[8:] + key[:8])


def bits_of(layout, h1, h2, m, k, partitions):
    """The partition of an element, and the offsets of its bits there, or of its cells or counters."""

    def z(i):
        return fmix64((h1 + i * h2) & MASK)

    def pick(value, n):
        return value * n >> 64

    partition = pick(z(-1), partitions)
    if layout == "classic-v1":
        return partition, [pick(z(i), m) for i in range(k)]
    if layout == "counting-v1":
        counters = []
        for i in range(k):
            counter = pick(z(i), m // 4)
            while counter in counters:
                counter = (counter + 1) % (m // 4)
            counters.append(counter)
        return partition, [4 * counter for counter in counters]
    size, width, each = {"blocked-v1": (512, 9, 7), "words-v1": (64, 6, 10)}[layout]
    block = pick(z(0), m // size) * size
    return partition, [block + (z(1 + j // each) >> width * (j % each) & size - 1) for j in range(k)]


# ----------------------------------------------------------------------------------------------- server and cluster


class RedisError(Exception):
    """An error that the server has answered with."""


class Redis:
    """One connection. If it fails, the outcome of what was sent is unknown, and the connection of no more use."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), timeout=10)
        self.input = self.socket.makefile("rb")

    def pipeline(self, *commands):
        """Returns the replies to the commands in their order."""
        replies = self.exchange(commands)
        for reply in replies:
            if isinstance(reply, RedisError):
                raise reply
        return replies

    def exchange(self, commands):
        """Returns the replies, errors included."""
        out = []
        for command in commands:
            out.append(b"*%d\r\n" % len(command))
            for word in command:
                word = word if isinstance(word, bytes) else str(word).encode()
                out.append(b"$%d\r\n%s\r\n" % (len(word), word))
        try:
            self.socket.sendall(b"".join(out))
            return [self._reply() for _ in commands]
        except BaseException:
            self.close()  # A reply that is still to come would be taken for that to a later command.
            raise

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


class Cluster(Redis):
    """A Redis Cluster, by the address of any node, for keys with a hash tag. Redirections tell where the slots are."""

    def __init__(self, host, port):
        self.seed = host, port
        self.nodes, self.homes = {}, {}

    def exchange(self, commands):
        """Sends one command after the other to the node of its slot; WAIT and TIME go along with the next one."""
        replies, together = [], []
        for command in commands:
            together.append(command)
            if command[0] not in ("WAIT", "TIME"):
                replies += self._follow(*together)
                together = []
        return replies

    def _follow(self, *together):
        """Sends commands to where redirections lead: a node that redirects the last one has not executed it."""
        *before, command = together
        slot = binascii.crc_hqx(re.search("{([^}]+)}", command[1]).group(1).encode(), 0) % 16384
        address, asking = self.homes.get(slot, self.seed), []
        for _ in range(16):
            if address not in self.nodes:
                self.nodes[address] = Redis(*address)
            *first, last = self.nodes[address].exchange([*before, *asking, command])
            redirection = re.fullmatch(r"(MOVED|ASK) \d+ (.*):(\d+)", str(last))
            if not isinstance(last, RedisError) or not redirection:
                break
            kind, host, port = redirection.groups()
            address = host or address[0], int(port)
            asking = [["ASKING"]] if kind == "ASK" else []
            if kind == "MOVED":
                self.homes[slot] = address
        return [*first[: len(before)], last]

    def close(self):
        for node in self.nodes.values():
            node.close()


# ------------------------------------------------------------------------------------------------------- the register


class FilterGone(Exception):
    """The filter was deleted, has expired, or does not exist."""


class LostData(Exception):
    """A part of the filter is gone, or a change was undone: no answer can be trusted."""


class NotReady(Exception):
    """A change has begun that an owner has to finish."""


class UnknownOutcome(Exception):
    """The element may have been added, but its layers have ended meanwhile."""


KNOWN = re.compile(
    "format=2|layout=(classic|blocked|words|counting)-v1|hash=(murmur3-128|siphash-2-4)|servers=1"
    "|overCapacity=(DEGRADE|REJECT|GROW)|phase=(making|ready|clearing|switching|deleting|deleted)"
    "|(by|after|life|generation|clears|rebuilds|begun|key|capacity|fpp|sizing|bits|hashes|partitions|maxPartitionBits"
    "|window|slices|elements|layers|making|slice|moving|rebuild|filling|makingNext|ended|expireAt|settle)=.*"
)


def parts(text):
    """The parts of a version's text; a text with a part that is not known is of a later release."""
    if not all(KNOWN.fullmatch(part) for part in text.split(";")):
        raise NotImplementedError(text)
    return dict(part.split("=", 1) for part in text.split(";"))


def versions(reply):
    """The versions in a hash; another field is none of them."""
    return {int(number): text.decode() for number, text in zip(reply[::2], reply[1::2]) if number.isdigit()}


class Layer:
    """Partitions of one size. `keys` has the ends of their names, each with the columns of a cell that count."""

    def __init__(self, text, layout):
        self.id, bits, hashes, partitions = text.split("/")[:4]
        self.layout, self.m, self.k, self.partitions = layout, int(bits), int(hashes), int(partitions)
        self.keys = [(self.id, [-1])]

    def __eq__(self, other):
        return self.id == other.id


class State:
    """A version of a filter, as it was stored after a time of the server."""

    def __init__(self, number, texts, now):
        fields = parts(texts[number])
        self.number, self.by, self.life, self.phase = number, fields["by"], fields["life"], fields["phase"]
        self.stored = {n: parts(text)["by"] for n, text in texts.items()}
        self.undone = number > 1 and self.stored.get(number - 1) != fields.get("after")
        self.policy, self.expires = fields["overCapacity"], fields.get("expireAt")
        self.expired = self.expires is not None and int(self.expires) <= now
        self.key = bytes.fromhex(fields["key"]) if "key" in fields else None

        def layers(part, layout=fields["layout"]):
            return [Layer(text, layout) for text in fields.get(part, "").split(",") if text]

        self.layers, self.making = layers("layers"), layers("making") + layers("makingNext")
        self.filling = layers("filling", *fields.get("rebuild", "").split("/")[1:2])
        self.known_marks = int(fields["begun"]) - (1 if "rebuild" in fields and not self.filling else 0)
        self.counts = fields["layout"] == "counting-v1"
        self.columns, self.cell = 1, "u4" if self.counts else "u1"
        self.fresh = 60000
        if "window" in fields:
            self._remember(int(fields["window"]), int(fields["slices"]), fields, now)

    def _remember(self, span, slices, fields, now):
        """Finds the keys that a filter with a window may have, and which of their columns are remembered."""
        self.columns, self.cell = slices + 1, "u%d" % (slices + 1) if slices < 63 else "i64"
        length, written = span // slices, int(fields.get("slice", 0))
        moving = int(fields.get("moving", written))
        present = max(now // length, written, moving)
        self.fresh = min(self.fresh, (present + 1) * length - now)
        if written < present - slices:
            self.layers = []
        ends = [("%d" % written, written)]
        if moving > written:
            ends += [("%d:old" % moving, written), ("%d" % moving, moving)]
        for layer in self.layers:
            layer.keys = []
            for end, last in ends:
                columns = [1 << slices - number % self.columns for number in range(present - slices, last + 1)]
                layer.keys.append((layer.id + "." + end, columns))
            layer.id += ".%d.%d" % (written, moving)

    def uses(self, layer):
        return layer in self.layers + self.filling + self.making

    def knows(self, reply):
        """Whether it explains a mark. What a rebuild fills is of the next generation: no mark there is known yet."""
        known = 0 if reply.layer in self.filling else self.known_marks
        return reply.mark <= known or not self.uses(reply.layer)


class Reply:
    """What a partition of a layer has answered about the bits of an element."""

    def __init__(self, numbers, layer, columns=(-1,), written=None):
        self.layer, self.written = layer, written
        self.alive = numbers[0] == 1
        self.sealed = numbers[1] >> 6 == 1
        self.mark = max((rebuild for rebuild in range(1, 7) if numbers[1] >> 6 - rebuild & 1), default=0)
        cells = numbers[2 : 2 + layer.k]
        self.has_all = any(all(cell & column for cell in cells) for column in columns)


class Filter:
    """An open filter. One thread uses it at a time."""

    def __init__(self, redis, name, clock=None):
        """`clock` takes the place of the server's TIME: a function without arguments that returns milliseconds."""
        self.redis, self.name, self.clock = redis, name, clock
        tagged = "{" in name
        register = "bloom:%s:config" % name if tagged else "bloom:{%s}" % name
        self.registers = register, register + ":copy"
        self.part = "bloom:%s:%%d:%%s" % name if tagged else "bloom:{%s:%%d}:%%s" % name
        self.state, self.gone = None, False
        self.state = self._usable()

    # Reader ----------------------------------------------------------------------------------------------------------
    def _read(self):
        """Reads the time and the register. A version counts when it is in the copy; so does the one before it."""
        while True:
            reads = [["HGETALL", key] for key in self.registers]
            _, (seconds, micros), *hashes = self.redis.pipeline(["WAIT", 0, 0], ["TIME"], *reads)
            here, there = (versions(reply) for reply in hashes)
            stored = {**here, **there}
            if not stored:
                return None
            now = self.clock() if self.clock else int(seconds) * 1000 + int(micros) // 1000
            state = State(max(stored), stored, now)
            kept = [state.number] if state.number < 3 or state.undone else [state.number, state.number - 1]
            lacking = [(key, n) for n in kept for key, texts in zip(self.registers, (here, there)) if n not in texts]
            if not lacking:
                # A late write to hashes that were lost revives nothing.
                return None if state.number > 1 and len(here) == len(there) == 1 else state
            key, number = lacking[0]
            self.redis.pipeline(["HSETNX", key, number, stored[number]])

    def _usable(self):
        """Reads until the filter is ready; an owner finishes what has begun."""
        for look in range(200):
            state = self._read()
            self.gone = self.gone or state is None or state.phase in ("deleting", "deleted") or state.expired
            if self.gone:
                raise FilterGone(self.name)
            self._require_descent(state)
            if state.phase == "ready" and not state.undone:
                self.until = time.monotonic() + state.fresh / 1000
                return state
            time.sleep(0.01 * min(look, 10))
        raise NotReady("%s is %s" % (self.name, state.phase))

    def _require_descent(self, state):
        old = self.state
        if old and (
            state.life != old.life or state.number < old.number or state.stored.get(old.number, old.by) != old.by
        ):
            self.state = None
            raise LostData("%s was created anew, or a failover has undone changes of it" % self.name)

    def _current(self):
        """The state, read again after a minute, at the end of a slice, and if there is no layer to look in."""
        if self.state is None or not self.state.layers or time.monotonic() >= self.until:
            self.state = self._usable()
        return self.state

    def _after(self, layer):
        """Reads which layers there are after one that is sealed: none if it has ended."""
        self.state = self._usable()
        for line in self.state.layers, self.state.filling:
            if layer in line[:-1]:
                return line[line.index(layer) + 1 :]
            if layer in line:
                raise LostData("%s has no layer after one that is sealed" % self.name)
        return []

    def _command(self, layer, end, element, action, value=()):
        """Returns a command that reads the trailer, and does something with each bit, cell or counter of an element."""
        h1, h2 = element_hash(element, self.state.key)
        partition, offsets = bits_of(layer.layout, h1, h2, layer.m, layer.k, layer.partitions)
        trailer = layer.m * self.state.columns
        command = ["BITFIELD", self.part % (partition, end), "GET", "u1", trailer, "GET", "u7", trailer + 1]
        for offset in offsets:
            command += [*action, offset * self.state.columns, *value]
        return command

    def _look(self, line, element):
        """Returns the replies of layers, with a window those of all keys that a partition may have."""
        asked = [(layer, end, columns) for layer in line for end, columns in layer.keys]
        commands = [self._command(layer, end, element, ["GET", self.state.cell]) for layer, end, _ in asked]
        replies = zip(self.redis.pipeline(*commands), asked)
        return [Reply(numbers, layer, columns) for numbers, (layer, _, columns) in replies]

    def _not_alive(self, reply):
        """Finds out why a partition is not alive; returns if the operation is to be repeated."""
        layer, key = reply.layer, reply.written
        if key:
            state = self._read()
            if not (state and state.uses(layer)):
                if self.redis.pipeline(["BITFIELD", key, "GET", "u1", layer.m]) == [[0]]:
                    self.redis.pipeline(["UNLINK", key])
            elif state.expires:
                self.redis.pipeline(["PEXPIREAT", key, state.expires])
        self.state = self._usable()
        if layer in self.state.layers:
            raise LostData("a partition of %s was lost" % self.name)
        if layer in self.state.filling:
            raise NotReady("a rebuild of %s has lost a partition: an owner has to abandon it" % self.name)

    def might_contain(self, element):
        line = self._current().layers
        while True:
            replies = self._look(line, element)
            if any(reply.alive and reply.has_all for reply in replies):
                return True
            alive = [reply.layer for reply in replies if reply.alive]
            dead = [reply for reply in replies if reply.layer not in alive]
            if dead:
                self._not_alive(dead[0])
                line = self.state.layers
            elif self.state.policy == "GROW" and replies[-1].sealed:
                line = self._after(line[-1]) or self.state.layers
            else:
                return False

    # Adder -----------------------------------------------------------------------------------------------------------
    def add(self, element):
        """Adds an element, and returns whether it is new. Raises OverflowError if the filter has no room for it."""
        if self._current().columns > 1:
            raise NotImplementedError("%s has a window" % self.name)
        new, holders = None, []
        while True:
            state = self._current()
            # A clear or a rebuild may have ended the layers that the element was added to. Counters never count twice.
            lines = [line for line in (state.layers, state.filling) if line]
            lacking = [line for line in lines if not any(layer in line for layer in holders)]
            if not lacking or (holders and state.counts):
                return new
            reply = self._add_to(lacking[0], element)
            if reply:
                new = not reply.has_all if new is None else new
                holders.append(reply.layer)
                if reply.mark == 6 or not self.state.knows(reply):
                    self.state = self._usable()
                if not self.state.knows(reply):
                    raise NotReady("an owner has to end a rebuild of %s that was undone" % self.name)

    def _add_to(self, line, element):
        """Adds to layers. Returns the reply that decides, with the highest mark of all. None: the layers have ended."""
        mark, unsure = 0, False
        while line:
            replies = self._look_and_write(line, element)
            dead = next((reply for reply in replies if not reply.alive), None)
            if dead:
                self._not_alive(dead)
                if unsure or (dead.written and self.state.counts):
                    break
                return None
            mark = max(mark, *(reply.mark for reply in replies))
            decisive = next((reply for reply in replies if reply.has_all), replies[-1])
            if decisive.has_all or not decisive.sealed or self.state.policy != "GROW":
                decisive.mark = mark
                return decisive
            line, unsure = self._after(decisive.layer), True
        raise UnknownOutcome(self.name)

    def _look_and_write(self, line, element):
        """Looks in the layers before the newest one, and writes to that if none has the element: all replies."""
        rejects = self.state.policy == "REJECT"
        replies = self._look(line if rejects else line[:-1], element)
        if any(reply.has_all or not reply.alive for reply in replies):
            return replies
        if rejects and replies[-1].sealed:
            raise OverflowError("%s is full" % self.name)
        # While the layer before the newest one is not sealed, others may write there: so does this, and seals it.
        seal = len(line) > 1 and not replies[-1].sealed
        return replies + [self._write(line[-2 if seal else -1], element, seal)]

    def _write(self, layer, element, seal):
        action = ["OVERFLOW", "SAT", "INCRBY", "u4"] if self.state.counts else ["SET", "u1"]
        command = self._command(layer, layer.id, element, action, [1])
        command += ["SET", "u1", layer.m + 1, 1, "GET", "u7", layer.m + 1] if seal else []
        numbers = self.redis.pipeline(command)[0]
        # SET answers with the bit before it, INCRBY with the counter after it.
        before = [number - 1 for number in numbers[2:]] if self.state.counts else numbers[2:]
        return Reply(numbers[:2] + before, layer, written=command[1])
