-- Random requests of a directory; every reply has to be one of those expected. See load.py.
local threads = {}

function setup(thread)
   table.insert(threads, thread)
end

local function contents(path)
   local file = assert(io.open(path, "rb"))
   local text = file:read("*a")
   file:close()
   return text
end

local requests, expected = {}, {}

function init(args)
   ok, busy, other, wrong = 0, 0, 0, 0
   math.randomseed(1)
   for line in io.lines(args[1] .. "/list") do
      local name, path, count = line:match("(%S+) (%S+) (%S+)")
      local request = wrk.format("POST", path, nil, contents(args[1] .. "/" .. name .. ".body"))
      for _ = 1, tonumber(count) do
         table.insert(requests, request)
      end
      expected[contents(args[1] .. "/" .. name .. ".reply")] = true
   end
end

function request()
   return requests[math.random(#requests)]
end

function response(status, headers, body)
   if status == 200 then
      ok = ok + 1
      if not expected[body] then wrong = wrong + 1 end
   elseif status == 503 then
      busy = busy + 1
   else
      other = other + 1
   end
end

function done(summary, latency, _)
   local total = { ok = 0, busy = 0, other = 0, wrong = 0 }
   for _, thread in ipairs(threads) do
      for name, sum in pairs(total) do
         total[name] = sum + thread:get(name)
      end
   end
   local e = summary.errors
   io.write(string.format(
      'RESULT {"seconds": %f, "ok": %d, "busy": %d, "other": %d, "wrong": %d, "p50": %f, "p99": %f, "max": %f, '
         .. '"unconnected": %d, "broken": %d, "timeout": %d}\n',
      summary.duration / 1e6, total.ok, total.busy, total.other, total.wrong,
      latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, latency.max / 1e3,
      e.connect, e.read + e.write, e.timeout))
end
