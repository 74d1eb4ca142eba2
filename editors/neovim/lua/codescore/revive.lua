-- A server that crashed is started again: after a delay that doubles, a limited number of times, with the same buffers.
local config = require('codescore.config')
local say = require('codescore.say')

local M = {}

local QUIET_MS = 5 * 60 * 1000 -- after so long without a crash the count starts anew
local SIGTERM = 15

---@type { count: integer, last: integer, gave_up: boolean }
local crashes = { count = 0, last = 0, gave_up = false }
---@type table<integer, boolean> clients that were asked to stop, and whether to start them again
local stopping = {}
---@type table<vim.lsp.rpc.PublicClient, [integer, integer]>
local ends = setmetatable({}, { __mode = 'k' })

--- The delay in milliseconds before a restart, nil when it is time to give up. Pure.
---@param count integer which crash in a row this is, from 1
---@param restarts integer
---@param delay integer
---@return integer?
function M.delay(count, restarts, delay)
  if count > restarts then
    return nil
  end
  return math.min(delay * 2 ^ (count - 1), 60000)
end

--- Why the server is not started again; nil while it is.
---@return string?
function M.given_up()
  if not crashes.gave_up then
    return nil
  end
  return ('server crashed %d times, given up; :CodeScore log|restart'):format(crashes.count)
end

--- Start counting anew, because the person wants another try.
function M.forgive()
  crashes = { count = 0, last = 0, gave_up = false }
end

---@param client_config vim.lsp.ClientConfig
---@param buffers integer[]
local function start(client_config, buffers)
  if not vim.lsp.is_enabled(require('codescore.client').NAME) or vim.v.exiting ~= vim.NIL then
    return
  end
  for _, bufnr in ipairs(buffers) do
    if vim.api.nvim_buf_is_loaded(bufnr) then
      vim.lsp.start(client_config, { bufnr = bufnr })
    end
  end
end

---@param client_config vim.lsp.ClientConfig
---@param buffers integer[]
local function crashed(client_config, buffers)
  local now = vim.uv.now()
  crashes.count = now - crashes.last > QUIET_MS and 1 or crashes.count + 1
  crashes.last = now
  local options = config.get()
  local delay = M.delay(crashes.count, options.restarts, options.restart_delay)
  if not delay then
    crashes.gave_up = true
    say.error(M.given_up() --[[@as string]])
    return
  end
  say.warn(('server crashed; starting it again (%d of %d)'):format(crashes.count, options.restarts))
  vim.defer_fn(function()
    start(client_config, buffers)
  end, delay)
end

--- Keep how a server really ended, for `on_exit`: Neovim is told less, so that its long warning does not join ours.
---@param rpc vim.lsp.rpc.PublicClient
---@param code integer
---@param signal integer
function M.note(rpc, code, signal)
  ends[rpc] = { code, signal }
end

--- End a client and start it again, with the same buffers.
---@param client vim.lsp.Client
function M.restart(client)
  stopping[client.id] = true
  client:stop(true)
end

--- To be called when a client ended; runs in a fast event.
---@param code integer
---@param signal integer
---@param client_id integer
function M.on_exit(code, signal, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  local again, noted = stopping[client_id], client and ends[client.rpc]
  if noted then
    code, signal = noted[1], noted[2]
  end
  local wanted = (code == 0 and signal == 0) or signal == SIGTERM
  stopping[client_id] = nil
  if not client or (wanted and not again) then
    return
  end
  local client_config, buffers = client.config, vim.tbl_keys(client.attached_buffers)
  vim.schedule(function()
    if again then
      start(client_config, buffers)
    else
      crashed(client_config, buffers)
    end
  end)
end

return M
