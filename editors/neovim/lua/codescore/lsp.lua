-- The client's configuration for `vim.lsp.enable('codescore')`, and what keeps it in step with the editor.
local config = require('codescore.config')
local revive = require('codescore.revive')
local say = require('codescore.say')
local settings = require('codescore.settings')

local M = {}

local MARKERS = { 'codescore.toml', '.git' }
local DEBOUNCE_MS = 10 -- Neovim's own 150 would make every badge late

---@type string? what was last said about a server that cannot be started
local told

--- Whether a server can be started; a problem is told once.
---@return boolean
local function can_start()
  local _, problem = require('codescore.server').find()
  if problem and problem ~= told then
    say.error(problem)
  end
  told = problem
  return problem == nil
end

--- Give the root of a buffer's workspace, unless nothing should be started.
---@param bufnr integer
---@param on_dir fun(root?: string)
local function root_dir(bufnr, on_dir)
  local resolved = vim.lsp.config.codescore
  local overridden = type(resolved.cmd) == 'table'
  if not revive.given_up() and (overridden or can_start()) then
    on_dir(vim.fs.root(bufnr, resolved.root_markers or MARKERS))
  end
end

---@param dispatchers vim.lsp.rpc.Dispatchers
---@param client_config? vim.lsp.ClientConfig
---@return vim.lsp.rpc.PublicClient
local function start(dispatchers, client_config)
  local found, problem = require('codescore.server').find()
  if not found then
    error('CodeScore: ' .. problem, 0)
  end
  client_config = client_config or {}
  local rpc ---@type vim.lsp.rpc.PublicClient
  local watching = vim.tbl_extend('force', dispatchers, {
    on_exit = function(code, signal)
      revive.note(rpc, code, signal)
      dispatchers.on_exit(0, 0)
    end,
  })
  rpc = vim.lsp.rpc.start(found.serve, watching, {
    cwd = client_config.cmd_cwd,
    env = client_config.cmd_env,
    detached = client_config.detached,
  })
  return rpc
end

--- Messages from the server: what it found is shown in views of our own, so only warnings and errors are messages.
---@param _ any
---@param params lsp.ShowMessageParams
---@return any
local function show_message(_, params)
  local text = params.message:gsub('^CodeScore%-R: ', '')
  if params.type == vim.lsp.protocol.MessageType.Error then
    say.error(text)
  elseif params.type == vim.lsp.protocol.MessageType.Warning then
    say.warn(text)
  end
  return vim.NIL
end

--- Tell the server of files that were written here and that it does not have open.
---@param group integer
local function watch_writes(group)
  local patterns = vim.tbl_map(function(ending)
    return '*' .. ending
  end, settings.endings)
  vim.api.nvim_create_autocmd('BufWritePost', {
    group = group,
    pattern = vim.list_extend({ 'codescore.toml' }, patterns),
    callback = function(event)
      for _, client in ipairs(vim.lsp.get_clients({ name = 'codescore' })) do
        client:notify('workspace/didChangeWatchedFiles', {
          changes = { { uri = vim.uri_from_bufnr(event.buf), type = vim.lsp.protocol.FileChangeType.Changed } },
        })
      end
    end,
  })
end

local prepared = false

--- What has to be there once a client exists.
local function prepare()
  if prepared then
    return
  end
  prepared = true
  local group = vim.api.nvim_create_augroup('codescore', {})
  watch_writes(group)
  require('codescore.verdicts').follow(group)
  require('codescore.references').follow(group)
  require('codescore.badges').follow(group)
  require('codescore.capture').follow(group)
end

--- What a client is asked for by its server; `vim.lsp.config('codescore', { settings = … })` goes first.
---@param client vim.lsp.Client
function M.configure(client)
  local own = vim.tbl_get(client.config, 'settings', 'codescore') or {}
  client.settings = vim.tbl_extend('force', client.settings, {
    codescore = vim.tbl_extend('force', config.get().settings, own),
  })
end

--- The table for `lsp/codescore.lua`.
---@return vim.lsp.Config
function M.config()
  return {
    cmd = start,
    filetypes = settings.filetypes,
    root_markers = MARKERS,
    root_dir = root_dir,
    flags = { debounce_text_changes = DEBOUNCE_MS },
    capabilities = { experimental = { codescore = { verdicts = 'changes' } } },
    before_init = prepare,
    on_init = function(client)
      M.configure(client)
      require('codescore.reports').restart()
    end,
    on_exit = revive.on_exit,
    handlers = {
      ['codescore/verdicts'] = function(_, params, context)
        require('codescore.verdicts').take(params, context.client_id)
      end,
      ['codescore/status'] = function(_, params, context)
        require('codescore.verdicts').take_status(params, context.client_id)
      end,
      ['codescore/recorded'] = function(_, params)
        require('codescore.reports').recorded(params)
      end,
      ['codescore/badge'] = function(_, params)
        require('codescore.capture').badge(params)
      end,
      ['window/showMessage'] = show_message,
    },
    commands = {
      ['codescore.compare'] = function(command, context)
        require('codescore.compare').open(context.bufnr, command.arguments[1])
      end,
      ['codescore.copyVerdict'] = function(command, context)
        require('codescore.score').copy(context.bufnr, command.arguments[1])
      end,
      ['codescore.compareOnInput'] = function(command, context)
        require('codescore.compare').on_input(context.bufnr, command.arguments[1])
      end,
      ['codescore.copyTest'] = function(command, context)
        require('codescore.score').copy_test(context.bufnr, command.arguments[1])
      end,
    },
  }
end

--- Tell running servers that the settings changed.
function M.reconfigure()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'codescore' })) do
    M.configure(client)
    client:notify('workspace/didChangeConfiguration', { settings = client.settings })
  end
end

return M
