-- Reads one address a fixed number of times a second, spread evenly over time.
--   wrk … -s menus.lua URL -- A_SECOND
local ffi = require("ffi")
ffi.cdef [[
typedef struct { long seconds, nanoseconds; } moment;
int clock_gettime(int clock, moment *out);
]]

local interval, turn = 0, nil

-- Milliseconds of a clock that never jumps.
local function now()
    local out = ffi.new("moment")
    ffi.C.clock_gettime(1, out)
    return tonumber(out.seconds) * 1000 + tonumber(out.nanoseconds) / 1e6
end

function init(args)
    interval = 1000 / tonumber(args[1])
end

function delay()
    turn = turn and turn + interval or now()
    return math.max(0, math.floor(turn - now() + 0.5))
end

function request()
    return wrk.format("GET")
end
