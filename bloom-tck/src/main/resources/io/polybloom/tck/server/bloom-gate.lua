-- The commands BF.* over a hash: its fields are the parameters of a filter, and one for each item that was added.
-- The replies have the documented shapes of RedisBloom 2.8: integers in RESP2, booleans in RESP3.

redis.setresp(3)

local key, command = KEYS[1], ARGV[1]
local kind = redis.call('TYPE', key)['ok']
local is_filter = kind == 'hash' and redis.call('HEXISTS', key, 'filter') == 1

local NOT_FOUND = {err = 'ERR not found'}
local OTHER_TYPE = {err = 'WRONGTYPE Operation against a key holding the wrong kind of value'}
local FULL = {err = 'ERR non scaling filter is full'}

local function number(field)
  return tonumber(redis.call('HGET', key, field))
end

-- An error of the server is the answer, without the words that some versions put around it.
local function write(...)
  local reply = redis.pcall('HSET', key, ...)
  if type(reply) == 'table' and reply.err then
    return {err = string.match(reply.err, '%u%u+ .*')}
  end
end

local function reserve(rate, capacity, scales)
  return write('filter', 1, 'rate', rate, 'capacity', capacity, 'scales', scales, 'items', 0) or {ok = 'OK'}
end

local function has(item)
  return is_filter and redis.call('HEXISTS', key, 'item:' .. item) == 1
end

-- The length of the series of filters, each twice as large as the one before.
local function series(capacity, items)
  local filters, room = 1, capacity
  while room < items do
    room = room + capacity * 2 ^ filters
    filters = filters + 1
  end
  return filters, room
end

-- Ends with an error in place of the first item that a full filter refuses.
local function add(first)
  local replies = {}
  local capacity, items, scales = number('capacity'), number('items'), number('scales')
  for i = first, #ARGV do
    if has(ARGV[i]) then
      replies[#replies + 1] = false
    elseif scales == 0 and items >= capacity then
      replies[#replies + 1] = FULL
      break
    else
      local refused = write('item:' .. ARGV[i], 1, 'items', items + 1)
      if refused then
        return refused
      end
      items = items + 1
      replies[#replies + 1] = true
    end
  end
  return replies
end

if command == 'BF.RESERVE' then
  if kind ~= 'none' then
    return {err = 'ERR item exists'}
  end
  local scales = 1
  for i = 4, #ARGV do
    if string.upper(ARGV[i]) == 'NONSCALING' then
      scales = 0
    end
  end
  return reserve(ARGV[2], ARGV[3], scales)
end

-- Like RedisBloom, which takes whatever is no filter for an empty one.
if command == 'BF.EXISTS' then
  return has(ARGV[2])
end
if command == 'BF.MEXISTS' then
  local replies = {}
  for i = 2, #ARGV do
    replies[#replies + 1] = has(ARGV[i])
  end
  return replies
end
if command == 'BF.CARD' and kind == 'none' then
  return 0
end

if kind ~= 'none' and not is_filter then
  return OTHER_TYPE
end

local items = 2
if command == 'BF.INSERT' then
  local creates = true
  while items <= #ARGV and string.upper(ARGV[items]) ~= 'ITEMS' do
    creates = creates and string.upper(ARGV[items]) ~= 'NOCREATE'
    items = items + 1
  end
  items = items + 1
  if kind == 'none' and not creates then
    return NOT_FOUND
  end
end
if command == 'BF.INSERT' or command == 'BF.ADD' or command == 'BF.MADD' then
  if kind == 'none' then
    reserve('0.01', 100, 1)
    is_filter = true
  end
  local replies = add(items)
  if command == 'BF.ADD' and not replies.err then
    return replies[1]
  end
  return replies
end

if kind == 'none' then
  return NOT_FOUND
end
if command == 'BF.CARD' then
  return number('items')
end

local capacity = number('capacity')
local filters, room = series(capacity, number('items'))
if command == 'BF.INFO' and #ARGV == 2 then
  local fields = {CAPACITY = room, FILTERS = filters, ITEMS = number('items')}
  return {fields[string.upper(ARGV[2])]}
end
local rate = tonumber(redis.call('HGET', key, 'rate'))
-- A filter that grows gives its first part half of the rate.
if number('scales') == 1 then
  rate = rate / 2
end
local bits = math.ceil(room * -math.log(rate) / (math.log(2) * math.log(2)))
-- The names are simple strings, as those of the module.
return {
  map = {
    [{ok = 'Capacity'}] = room,
    [{ok = 'Size'}] = math.ceil(bits / 8),
    [{ok = 'Number of filters'}] = filters,
    [{ok = 'Number of items inserted'}] = number('items'),
    [{ok = 'Expansion rate'}] = 2 * number('scales'),
  }
}
