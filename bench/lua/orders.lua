-- Places the same basket again and again, each time under a new key, on any of the servers.
--   wrk … -s orders.lua URL -- BODY_FILE [CUSTOMERS_FILE [ORDERS_A_SECOND]]
-- The key goes into the header Idempotency-Key, and into the body where that says @KEY@.
-- Each line of CUSTOMERS_FILE is a header that says who orders; they take turns.
-- With ORDERS_A_SECOND the orders are spread evenly over time, however fast they are answered.
local ffi = require("ffi")
ffi.cdef [[
typedef struct { long seconds, nanoseconds; } moment;
int clock_gettime(int clock, moment *out);
]]

local body, customers = "", {}
local prefix, count, hasKeyInside = "", 0, false
local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

-- Milliseconds of a clock that never jumps.
local function now()
    local out = ffi.new("moment")
    ffi.C.clock_gettime(1, out)
    return tonumber(out.seconds) * 1000 + tonumber(out.nanoseconds) / 1e6
end

-- Each request waits for its turn. Only then is there a delay at all: even one of zero costs wrk
-- a timer for each request.
function pace(interval)
    local turn
    delay = function()
        turn = turn and turn + interval or now()
        return math.max(0, math.floor(turn - now() + 0.5))
    end
end

function init(args)
    local file = assert(io.open(args[1]))
    body = file:read("*a")
    file:close()
    hasKeyInside = body:find("@KEY@", 1, true) ~= nil
    if args[2] then
        for line in io.lines(args[2]) do
            local name, value = line:match("^([^:]+): (.*)$")
            customers[#customers + 1] = { assert(name, "not a header: " .. line), value }
        end
    end
    if args[3] then pace(1000 / tonumber(args[3])) end
    -- A millisecond's fraction too: two runs within a second mustn't share their keys.
    math.randomseed(os.time() + number * 7919 + now() * 1000 % 1000003)
    for _ = 1, 4 do prefix = prefix .. string.format("%08x", math.random(0, 0x7fffffff)) end
end

function request()
    count = count + 1
    local key = prefix .. "-" .. number .. "-" .. count
    local headers = { ["Content-Type"] = "application/json", ["Idempotency-Key"] = key }
    if #customers > 0 then
        local customer = customers[count % #customers + 1]
        headers[customer[1]] = customer[2]
    end
    local text = body
    if hasKeyInside then text = body:gsub("@KEY@", key) end
    return wrk.format("POST", nil, headers, text)
end
