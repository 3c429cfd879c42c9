-- Places the same basket again and again, each time under a new key.
--   wrk … -s orders.lua URL -- BODY_FILE [CUSTOMERS]
-- With CUSTOMERS the orders come from that many accounts' tokens, one a line in CUSTOMERS.
local body, tokens = "", {}
local prefix, count = "", 0
local threads = 0

function setup(thread)
    threads = threads + 1
    thread:set("number", threads)
end

function init(args)
    local file = assert(io.open(args[1]))
    body = file:read("*a")
    file:close()
    if args[2] then
        for line in io.lines(args[2]) do tokens[#tokens + 1] = line end
    end
    math.randomseed(os.time() + number * 7919)
    for _ = 1, 4 do prefix = prefix .. string.format("%08x", math.random(0, 0x7fffffff)) end
end

function request()
    count = count + 1
    local headers = {
        ["Content-Type"] = "application/json",
        ["Idempotency-Key"] = prefix .. "-" .. number .. "-" .. count,
    }
    if #tokens > 0 then
        headers["Authorization"] = "Bearer " .. tokens[count % #tokens + 1]
    end
    return wrk.format("POST", nil, headers, body)
end

local wrong = 0
function response(status)
    if status ~= 201 then wrong = wrong + 1 end
end
