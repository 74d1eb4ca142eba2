-- `:CodeScore`: what each word after it does, and what can follow it.
local say = require('codescore.say')

local M = {}

---@class codescore.Call
---@field arguments string[] after the subcommand
---@field bang boolean the whole file, not only the function at the cursor
---@field range? [integer, integer] first and last line, where lines were selected

---@class codescore.Command
---@field run fun(call: codescore.Call)
---@field complete? fun(arguments: string[], lead: string): string[]
---@field about string

---@param words string[]
---@return fun(arguments: string[]): string[]
local function one_of(words)
  return function(arguments)
    return #arguments == 0 and words or {}
  end
end

---@return string[]
local function registers()
  local names = {}
  for name in ('"+*abcdefghijklmnopqrstuvwxyz0123456789'):gmatch('.') do
    local ok, text = pcall(vim.fn.getreg, name)
    if ok and text ~= '' then
      table.insert(names, name)
    end
  end
  return names
end

---@type table<string, fun(call: codescore.Call)>
local references = {
  file = function(call)
    if not call.arguments[2] then
      say.error('which file? :CodeScore reference file PATH, or PATH#function')
      return
    end
    require('codescore.references').file(table.concat(vim.list_slice(call.arguments, 2), ' '), call.bang)
  end,
  selection = function(call)
    if call.range then
      require('codescore.references').select(call.range[1], call.range[2])
    else
      require('codescore.references').selection(call.bang)
    end
  end,
  clipboard = function(call)
    require('codescore.references').register('+', call.bang)
  end,
  register = function(call)
    require('codescore.references').register(call.arguments[2] or '"', call.bang)
  end,
  commit = function(call)
    require('codescore.references').commit(call.arguments[2] or 'HEAD', call.bang)
  end,
  clear = function(call)
    require('codescore.references').clear(call.bang)
  end,
}

---@param known table<string, any>
---@return string[]
local function names(known)
  local list = vim.tbl_keys(known)
  table.sort(list)
  return list
end

---@param arguments string[]
---@param lead string
---@return string[]
local function complete_reference(arguments, lead)
  if #arguments == 0 then
    return names(references)
  elseif arguments[1] == 'file' then
    return vim.fn.getcompletion(lead, 'file')
  elseif arguments[1] == 'register' and #arguments == 1 then
    return registers()
  end
  return {}
end

---@param call codescore.Call
local function score(call)
  if call.arguments[1] == 'register' then
    require('codescore.score').register(call.arguments[2] or '"')
  elseif call.arguments[1] then
    say.error(("score what? nothing, or register X, not '%s'"):format(call.arguments[1]))
  else
    require('codescore.score').show()
  end
end

---@param call codescore.Call
local function reference(call)
  local what = call.arguments[1]
  if not what then
    require('codescore.references').tell()
  elseif references[what] then
    references[what](call)
  else
    local known = table.concat(names(references), ', ')
    say.error(("there is no reference '%s'; known are %s"):format(what, known))
  end
end

---@param call codescore.Call
local function compare(call)
  local what = call.arguments[1] or 'sources'
  local address = require('codescore.client').here(vim.api.nvim_get_current_win())
  if what == 'input' then
    require('codescore.compare').on_input(0, address)
  elseif what == 'sources' or what == 'sketches' then
    require('codescore.compare').open(0, address, what == 'sketches' and 'sketch' or 'source')
  else
    say.error(("compare sources, sketches or input, not '%s'"):format(what))
  end
end

---@param call codescore.Call
local function copy(call)
  local what = call.arguments[1] or 'verdict'
  local address = require('codescore.client').here(vim.api.nvim_get_current_win())
  if what == 'verdict' then
    require('codescore.score').copy(0, address)
  elseif what == 'test' then
    require('codescore.score').copy_test(0, address)
  else
    say.error(("copy the verdict or a test, not '%s'"):format(what))
  end
end

---@param call codescore.Call
local function rank(call)
  local what = call.arguments[1]
  if call.range and (not what or what == 'selection') then
    require('codescore.rank').selection(call.range[1], call.range[2])
  elseif what == 'registers' then
    require('codescore.rank').registers(vim.list_slice(call.arguments, 2))
  elseif what == 'buffers' then
    require('codescore.rank').buffers()
  else
    say.error("rank what? selected lines, 'registers a b …', or 'buffers'")
  end
end

---@param call codescore.Call
local function toggle(call)
  local wanted = call.arguments[1]
  if wanted and not vim.list_contains({ 'off', 'quiet', 'full' }, wanted) then
    say.error(("badges are off, quiet or full, not '%s'"):format(wanted))
    return
  end
  say.info('badges: ' .. require('codescore.badges').toggle(wanted --[[@as codescore.Badges]]))
end

---@type table<string, codescore.Command>
M.commands = {
  score = {
    run = score,
    complete = function(arguments)
      return #arguments == 0 and { 'register' } or arguments[1] == 'register' and #arguments == 1 and registers() or {}
    end,
    about = 'the verdict on the function at the cursor; of a register in its place',
  },
  reference = { run = reference, complete = complete_reference, about = 'what to compare with; ! for the whole file' },
  compare = { run = compare, complete = one_of({ 'sources', 'sketches', 'input' }), about = 'a diff with the reference' },
  rank = {
    run = rank,
    complete = function(arguments)
      if #arguments == 0 then
        return { 'buffers', 'registers', 'selection' }
      end
      return arguments[1] == 'registers' and registers() or {}
    end,
    about = 'alternatives, best first',
  },
  list = {
    run = function()
      require('codescore.report').list()
    end,
    about = 'the compared functions in the location list, worst first',
  },
  copy = {
    run = copy,
    complete = one_of({ 'test', 'verdict' }),
    about = 'yank the verdict in one line, or a test that shows the difference',
  },
  toggle = { run = toggle, complete = one_of({ 'off', 'quiet', 'full' }), about = 'badges on or off' },
  status = {
    run = function()
      require('codescore.report').status()
    end,
    about = 'how the server is',
  },
  log = {
    run = function()
      require('codescore.report').log()
    end,
    about = "the server's log",
  },
  doctor = {
    run = function()
      require('codescore.report').doctor()
    end,
    about = 'what is installed, what is missing, what to do about it',
  },
  restart = {
    run = function()
      require('codescore.report').restart()
    end,
    about = 'start the server anew',
  },
}

--- Run `:CodeScore …`.
---@param call vim.api.keyset.create_user_command.command_args
function M.run(call)
  local name = call.fargs[1]
  local command = name and M.commands[name]
  if not command then
    local what = name and ("there is no '%s'"):format(name) or 'what?'
    say.error(('%s; :CodeScore %s'):format(what, table.concat(names(M.commands), ' | ')))
    return
  end
  command.run({
    arguments = vim.list_slice(call.fargs, 2),
    bang = call.bang,
    range = call.range > 0 and { call.line1, call.line2 } or nil,
  })
end

--- What can follow in the command line.
---@param lead string
---@param line string
---@return string[]
function M.complete(lead, line)
  local words = vim.split(vim.trim(line:gsub('^.-CodeScore!?', '', 1)), '%s+', { trimempty = true })
  if lead ~= '' then
    table.remove(words)
  end
  local command = M.commands[words[1]]
  local found = {}
  if #words == 0 then
    found = names(M.commands)
  elseif command and command.complete then
    found = command.complete(vim.list_slice(words, 2), lead)
  end
  return vim.tbl_filter(function(word)
    return vim.startswith(word, lead)
  end, found)
end

return M
