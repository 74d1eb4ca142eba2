-- Talking to the server: which client serves a buffer, and requests whose errors become one line.
local say = require('codescore.say')
local settings = require('codescore.settings')

local M = {}

M.NAME = 'codescore'

--- The client of a buffer.
---@param bufnr integer
---@return vim.lsp.Client?
function M.of(bufnr)
  return vim.lsp.get_clients({ name = M.NAME, bufnr = bufnr })[1]
end

--- Why no server serves a buffer, and what to do.
---@param bufnr integer
---@return string
function M.why_not(bufnr)
  local filetype = vim.bo[bufnr].filetype
  if not vim.list_contains(settings.filetypes, filetype) then
    local what = filetype == '' and 'this buffer has no file type'
      or ("files of type '%s' are not served"):format(filetype)
    return what .. '; see :help codescore-languages'
  elseif not vim.lsp.is_enabled(M.NAME) then
    return "not enabled; put vim.lsp.enable('codescore') into your init.lua"
  end
  local given_up = require('codescore.revive').given_up()
  if given_up then
    return given_up
  end
  local _, problem = require('codescore.server').find()
  return problem or 'no server runs here yet; see :CodeScore log, :CodeScore restart'
end

--- The client of a buffer; without one it is said why.
---@param bufnr integer
---@return vim.lsp.Client?
function M.need(bufnr)
  local client = M.of(bufnr)
  if not client then
    say.error(M.why_not(bufnr))
  end
  return client
end

--- Ask the server; `done` is called with the answer only, an error is shown.
---@param bufnr integer
---@param method string
---@param params table
---@param done fun(result: any)
function M.ask(bufnr, method, params, done)
  local client = M.need(bufnr)
  if not client then
    return
  end
  client:request(method, params, function(err, result)
    if err then
      say.error(err.message)
    else
      done(result)
    end
  end, bufnr)
end

--- Run a command of the server's.
---@param bufnr integer
---@param command string
---@param argument table
---@param done fun(result: any)
function M.command(bufnr, command, argument, done)
  M.ask(bufnr, 'workspace/executeCommand', { command = command, arguments = { argument } }, done)
end

--- The document and the place of the cursor, as the server wants them.
---@param window integer
---@return { uri: string, position: lsp.Position }
function M.here(window)
  local bufnr = vim.api.nvim_win_get_buf(window)
  local client = M.of(bufnr)
  local params = vim.lsp.util.make_position_params(window, client and client.offset_encoding or 'utf-16')
  return { uri = params.textDocument.uri, position = params.position }
end

return M
