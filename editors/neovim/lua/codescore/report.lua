-- The server and the buffer as a whole: list of functions, status, log, doctor, restart.
local client = require('codescore.client')
local revive = require('codescore.revive')
local say = require('codescore.say')
local verdicts = require('codescore.verdicts')
local windows = require('codescore.windows')

local M = {}

local LOG_LINES = 500

--- The compared functions of this buffer in the location list, worst first.
function M.list()
  local bufnr = vim.api.nvim_get_current_buf()
  if not client.need(bufnr) then
    return
  end
  local state = verdicts.of(bufnr)
  if not state or #state.units == 0 then
    say.warn(require('codescore.references').NOTHING)
    return
  end
  local items = {}
  for number, unit in ipairs(state.units) do
    local verdict = unit.verdict --[[@as codescore.Verdict]]
    local why = verdict.reason and (' · ' .. verdict.reason) or ''
    table.insert(items, {
      bufnr = bufnr,
      lnum = (verdicts.line_of(bufnr, number) or unit.name_range.start.line) + 1,
      col = unit.name_range.start.character + 1,
      text = ('%s %s · %s%s'):format(verdict.badge, unit.name, verdict.reference, why),
      type = verdict.score == 0 and 'W' or 'I',
      user_data = verdict.similarity or -1,
    })
  end
  table.sort(items, function(a, b)
    return a.user_data ~= b.user_data and a.user_data < b.user_data or a.user_data == b.user_data and a.lnum < b.lnum
  end)
  vim.fn.setloclist(0, {}, ' ', { title = 'CodeScore', items = items })
  vim.cmd.lopen()
end

--- Say how the server is.
function M.status()
  local bufnr = vim.api.nvim_get_current_buf()
  client.ask(bufnr, 'codescore/status', vim.empty_dict(), function(status)
    local text = ('%s: %s; bundle %s on %s'):format(status.health, status.message, status.bundle, status.provider)
    if status.health == 'error' then
      say.error(text .. '; :CodeScore doctor says what to do')
    elseif status.health == 'warning' then
      say.warn(text)
    else
      say.info(text)
    end
  end)
end

--- What the server wrote, from Neovim's log of language servers.
function M.log()
  local path = vim.lsp.get_log_path()
  local written = vim.fn.filereadable(path) == 1 and vim.fn.readfile(path, '', -5000) or {}
  local lines = {}
  for _, line in ipairs(written) do
    if line:find('codescore', 1, true) then
      vim.list_extend(lines, vim.split(line:gsub('\\n', '\n'), '\n'))
    end
  end
  lines = vim.list_slice(lines, math.max(1, #lines - LOG_LINES + 1))
  if #lines == 0 then
    lines = { 'The server wrote nothing.' }
  end
  windows.below('codescore://log', vim.list_extend({ 'From ' .. path, '' }, lines), 'log')
  vim.cmd('normal! G')
end

--- Run `codescore doctor`, which tells what is there, what is missing, and what to do about it.
function M.doctor()
  local found, problem = require('codescore.server').find()
  if not found then
    say.error(problem --[[@as string]])
    return
  end
  local command = vim.list_extend(vim.deepcopy(found.program), { 'doctor' })
  say.info('asking ' .. table.concat(command, ' '))
  vim.system(command, { text = true, env = { NO_COLOR = '1', COLUMNS = '120' } }, function(result)
    vim.schedule(function()
      local text = vim.trim(result.stdout or '') .. '\n' .. vim.trim(result.stderr or '')
      windows.below('codescore://doctor', vim.split(vim.trim(text), '\n'))
    end)
  end)
end

--- Stop the servers and start them anew, with the same buffers.
function M.restart()
  revive.forgive()
  local clients = vim.lsp.get_clients({ name = client.NAME })
  for _, one in ipairs(clients) do
    revive.restart(one)
  end
  if #clients == 0 then
    if not vim.lsp.is_enabled(client.NAME) then
      say.error(client.why_not(0))
      return
    end
    vim.lsp.enable(client.NAME)
  end
end

return M
