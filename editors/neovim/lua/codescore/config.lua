-- The person's configuration: typed, with defaults, checked once. Wrong values fall back to the default and are named.
local settings = require('codescore.settings')

local M = {}

---@alias codescore.Badges 'off'|'quiet'|'full'

--- What `require('codescore').setup()` or `vim.g.codescore` may hold.
---@class codescore.Config
---@field cmd? string|string[] The server: path of `codescore`, or a whole command. Unset: VIRTUAL_ENV, then PATH.
---@field badges? codescore.Badges At line ends: `full` for all compared functions, `quiet` where one does not score 1.
---@field details? boolean Badges also name the first difference, where one does not score 1, and the reference.
---@field stale_after? integer Milliseconds after which a badge of older text is marked as such.
---@field restarts? integer How often a server that crashed is started again before giving up.
---@field restart_delay? integer Milliseconds before the first restart; doubled each time.
---@field settings? codescore.Settings What the server is told.

--- The configuration with every field there.
---@class codescore.Resolved
---@field cmd? string|string[]
---@field badges codescore.Badges
---@field details boolean
---@field stale_after integer
---@field restarts integer
---@field restart_delay integer
---@field settings codescore.Settings

---@type codescore.Resolved
M.defaults = {
  cmd = nil,
  badges = 'full',
  details = false,
  stale_after = 500,
  restarts = 5,
  restart_delay = 500,
  -- Shorter than the server's own: Neovim already gathers keystrokes, and badges should follow typing in under 60 ms.
  settings = { pause = 20 },
}

---@param values string[]
---@return fun(value: any): boolean
local function one_of(values)
  return function(value)
    return vim.list_contains(values, value)
  end
end

---@param minimum integer
---@param maximum integer
---@return fun(value: any): boolean
local function whole(minimum, maximum)
  return function(value)
    return type(value) == 'number' and value % 1 == 0 and value >= minimum and value <= maximum
  end
end

---@param value any
---@return boolean
local function is_command(value)
  if type(value) == 'string' then
    return value ~= ''
  end
  return vim.islist(value)
    and #value > 0
    and vim.iter(value):all(function(part)
      return type(part) == 'string'
    end)
end

---@type table<string, [fun(value: any): boolean, string]>
local fields = {
  cmd = { is_command, 'a path, or a command as a list of strings' },
  badges = { one_of({ 'off', 'quiet', 'full' }), "'off', 'quiet' or 'full'" },
  details = {
    function(value)
      return type(value) == 'boolean'
    end,
    'true or false',
  },
  stale_after = { whole(0, 60000), 'milliseconds from 0 to 60000' },
  restarts = { whole(0, 100), 'a number from 0 to 100' },
  restart_delay = { whole(0, 60000), 'milliseconds from 0 to 60000' },
}

---@param option codescore.Option
---@return fun(value: any): boolean validator
---@return string expected
local function of_option(option)
  if option.values then
    return one_of(option.values), 'one of ' .. table.concat(option.values, ', ')
  elseif option.type == 'string' or option.type == 'boolean' then
    return function(value)
      return type(value) == option.type and value ~= ''
    end, 'a ' .. option.type
  end
  local low, high = option.minimum, option.maximum
  return function(value)
    return type(value) == 'number' and value >= low and value <= high and (option.type == 'number' or value % 1 == 0)
  end,
    ('%s from %s to %s'):format(option.type == 'integer' and 'a whole number' or 'a number', low, high)
end

--- What is wrong with a value, in one line; nil where nothing is.
---@param name string
---@param value any
---@param validator fun(value: any): boolean
---@param expected string
---@return string?
local function problem(name, value, validator, expected)
  local ok, message = pcall(vim.validate, name, value, validator, expected)
  return not ok and (tostring(message):gsub('^%S*:%d+: ', '')) or nil
end

---@param known table<string, any>
---@return string
local function names(known)
  local list = vim.tbl_keys(known)
  table.sort(list)
  return table.concat(list, ', ')
end

---@param given table
---@param complaints string[]
---@return codescore.Settings
local function resolve_settings(given, complaints)
  local result = vim.deepcopy(M.defaults.settings)
  for name, value in vim.spairs(given) do
    local option = settings.options[name]
    if not option then
      local known = names(settings.options)
      table.insert(complaints, ('settings.%s: there is no such setting; known are %s'):format(name, known))
    else
      local wrong = problem('settings.' .. name, value, of_option(option))
      if wrong then
        table.insert(complaints, wrong)
      else
        result[name] = value
      end
    end
  end
  return result
end

--- A configuration with defaults, and what had to be ignored, one line each.
---@param given codescore.Config
---@return codescore.Resolved
---@return string[] complaints
function M.resolve(given)
  local result, complaints = vim.deepcopy(M.defaults), {}
  if type(given) ~= 'table' then
    return result, { ('configuration: expected a table, got %s'):format(type(given)) }
  end
  for name, value in vim.spairs(given) do
    if name == 'settings' and type(value) == 'table' then
      result.settings = resolve_settings(value, complaints)
    elseif name == 'settings' then
      table.insert(complaints, ('settings: expected a table, got %s'):format(type(value)))
    elseif not fields[name] then
      local known = names(vim.tbl_extend('error', fields, { settings = true }))
      table.insert(complaints, ('%s: there is no such option; known are %s'):format(name, known))
    else
      local wrong = problem(name, value, fields[name][1], fields[name][2])
      if wrong then
        table.insert(complaints, wrong)
      else
        result[name] = value
      end
    end
  end
  return result, complaints
end

---@type codescore.Resolved?
local current
---@type string[]
M.complaints = {}

--- Take in a configuration; what is wrong with it is told, and falls back to its default.
---@param given codescore.Config
function M.set(given)
  current, M.complaints = M.resolve(given)
  for _, line in ipairs(M.complaints) do
    require('codescore.say').error(line .. ' (default used)')
  end
end

--- The configuration in force: what was set, else `vim.g.codescore`, else the defaults.
---@return codescore.Resolved
function M.get()
  if not current then
    local given = vim.g.codescore
    M.set(given == nil and {} or given)
  end
  return current --[[@as codescore.Resolved]]
end

return M
