-- `:checkhealth codescore`: everything that has to be right, and what to do where it is not.
local client = require('codescore.client')
local config = require('codescore.config')
local settings = require('codescore.settings')

local M = {}

local health = vim.health
local SECONDS = 60

local function check_neovim()
  health.start('CodeScore: Neovim')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.error('Neovim ' .. tostring(vim.version()) .. ' is too old', 'install Neovim 0.11 or newer')
  end
  if vim.lsp.is_enabled(client.NAME) then
    health.ok("enabled: vim.lsp.enable('codescore')")
  else
    health.error('not enabled: nothing is started', "put vim.lsp.enable('codescore') into your init.lua")
  end
  if vim.fn.executable('git') == 1 then
    health.ok('git: functions can be compared with a commit')
  else
    health.warn('git is not on the PATH', 'install it to compare with commits (:CodeScore reference commit)')
  end
end

local function check_configuration()
  health.start('CodeScore: configuration')
  local options = config.get()
  for _, line in ipairs(config.complaints) do
    health.warn(line, 'correct it; the default is used. See :help codescore-config')
  end
  if #config.complaints == 0 then
    local sent = vim.inspect(options.settings, { newline = ' ', indent = '' })
    health.ok(('badges %s, server settings %s'):format(options.badges, sent))
  end
  local flags = vim.lsp.config.codescore.flags or {}
  local debounce = flags.debounce_text_changes or 150
  if debounce > 50 then
    health.warn(
      ('edits reach the server after up to %d ms'):format(debounce),
      "set flags.debounce_text_changes = 10 in vim.lsp.config('codescore', …)"
    )
  else
    health.ok(('edits reach the server after at most %d ms'):format(debounce))
  end
end

---@param command string[]
---@return vim.SystemCompleted?
---@return string? problem
local function run(command)
  local ok, process = pcall(vim.system, command, { text = true, env = { NO_COLOR = '1' } })
  if not ok then
    return nil, tostring(process)
  end
  local result = process:wait(SECONDS * 1000)
  if result.code ~= 0 and result.code ~= 3 and vim.trim(result.stdout) == '' then
    local lines = vim.split(vim.trim(result.stderr), '\n')
    return nil, ('exit code %d: %s'):format(result.code, lines[#lines])
  end
  return result
end

---@param program string[]
local function check_version(program)
  local result, problem = run(vim.list_extend(vim.deepcopy(program), { '--version' }))
  if not result then
    health.error('the server does not run: ' .. problem, 'reinstall it: pip install --force-reinstall codescore-r')
    return false
  end
  local version = vim.trim(result.stdout):match('[%d.]+') or '?'
  if version == settings.version then
    health.ok('version ' .. version)
  else
    local line = ('the server has version %s, the plugin %s'):format(version, settings.version)
    health.warn(line, 'update the older of the two')
  end
  return true
end

---@param program string[]
local function check_doctor(program)
  local result = run(vim.list_extend(vim.deepcopy(program), { 'doctor', '--json' }))
  local ok, report = pcall(vim.json.decode, result and result.stdout or '', { luanil = { object = true } })
  if not ok then
    health.warn(
      '`codescore doctor` gave no report',
      'run it in a terminal: ' .. table.concat(program, ' ') .. ' doctor'
    )
    return
  end
  for _, check in ipairs(report.checks) do
    local line = ('%s: %s'):format(check.name, check.message)
    if check.status == 'ok' then
      health.ok(line)
    elseif check.status == 'error' then
      health.error(line, check.remedy)
    else
      health.warn(line, check.remedy)
    end
  end
end

local function check_server()
  health.start('CodeScore: server')
  local found, problem = require('codescore.server').find()
  if not found then
    health.error((problem:gsub('; .*', '')), require('codescore.server').REMEDY)
    return
  end
  health.ok(('%s, found by %s'):format(table.concat(found.serve, ' '), found.origin))
  if check_version(found.program) then
    check_doctor(found.program)
  end
end

local function check_running()
  health.start('CodeScore: running')
  local given_up = require('codescore.revive').given_up()
  if given_up then
    health.error(given_up, ':CodeScore log shows why, :CodeScore restart tries again')
  end
  local clients = vim.lsp.get_clients({ name = client.NAME })
  if #clients == 0 then
    local types = table.concat(settings.filetypes, ' or ')
    health.info(('no server runs; one starts with the first file of type %s'):format(types))
  end
  for _, one in ipairs(clients) do
    local status = require('codescore.verdicts').status(one.id)
    local files = vim.tbl_count(one.attached_buffers)
    local line = ('%s: %d file%s'):format(one.root_dir or 'no workspace', files, files == 1 and '' or 's')
    if not status then
      health.info(line .. ', starting')
    elseif status.health == 'ok' then
      health.ok(('%s, %s, bundle %s on %s'):format(line, status.message, status.bundle, status.provider))
    else
      local say = status.health == 'error' and health.error or health.warn
      say(('%s, %s'):format(line, status.message), ':CodeScore doctor says more')
    end
    if not one.root_dir then
      health.info('without a codescore.toml or .git above a file there is no workspace, and no codescore.toml is read')
    end
  end
end

function M.check()
  check_neovim()
  check_configuration()
  check_server()
  check_running()
end

return M
