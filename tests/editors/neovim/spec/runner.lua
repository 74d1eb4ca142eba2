-- Runs one spec file in plain `nvim -l`, in the style of busted: `describe`, `it`, `assert.equal|same|matches`.
-- Not busted itself: it comes with no package of Neovim's, and a few functions need no dependency.
-- Prints one JSON line per test: { name, ok, message }.
local plugin, spec = _G.arg[1], _G.arg[2]
vim.opt.runtimepath:prepend(plugin)
vim.cmd.source(vim.fs.joinpath(plugin, 'plugin', 'codescore.lua'))

local function fail(message, ...)
  error(message:format(...), 3)
end

_G.assert = setmetatable({
  equal = function(expected, actual)
    if expected ~= actual then
      fail('expected %s, got %s', vim.inspect(expected), vim.inspect(actual))
    end
  end,
  same = function(expected, actual)
    if not vim.deep_equal(expected, actual) then
      fail('expected %s, got %s', vim.inspect(expected), vim.inspect(actual))
    end
  end,
  matches = function(pattern, actual)
    if type(actual) ~= 'string' or not actual:find(pattern) then
      fail('expected something like %q, got %s', pattern, vim.inspect(actual))
    end
  end,
}, {
  __call = function(_, value, message)
    if not value then
      fail('%s', message or 'assertion failed')
    end
    return value
  end,
})

local prefix = {}

function _G.describe(name, body)
  table.insert(prefix, name)
  body()
  table.remove(prefix)
end

function _G.it(name, body)
  local ok, message = xpcall(body, debug.traceback)
  local line = vim.json.encode({ name = name, ok = ok, message = ok and '' or tostring(message) })
  io.stdout:write(line, '\n')
end

dofile(spec)
