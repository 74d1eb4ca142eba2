-- Where the server is: what the person configured, else the active Python environment, else the PATH.
local config = require('codescore.config')

local M = {}

--- What to do where there is no server; too long for a message.
M.REMEDY = "pip install codescore-r, or set its path: require('codescore').setup({ cmd = '/path/to/codescore' })"

---@class codescore.Found
---@field program string[] how to run `codescore`, without a subcommand; where `serve` is a whole command, its first word
---@field serve string[] how to start the server
---@field origin string how it was found

---@param path string
---@return boolean
local function is_program(path)
  return vim.fn.executable(path) == 1
end

---@return string?
local function in_environment()
  local root = vim.env.VIRTUAL_ENV
  if not root or root == '' then
    return nil
  end
  for _, place in ipairs({ 'bin/codescore', 'Scripts/codescore.exe' }) do
    local path = vim.fs.joinpath(root, place)
    if is_program(path) then
      return path
    end
  end
end

---@param path string
---@param origin string
---@return codescore.Found
local function found(path, origin)
  return { program = { path }, serve = { path, 'serve' }, origin = origin }
end

--- The server's command, or nil and one line, short enough not to stop an editor with a prompt.
---@return codescore.Found?
---@return string? problem
function M.find()
  local cmd = config.get().cmd
  if cmd then
    local first = vim.fn.expand(type(cmd) == 'table' and cmd[1] or cmd --[[@as string]])
    if not is_program(first) then
      return nil, ("cmd = '%s' cannot be run; correct it, see :checkhealth codescore"):format(first)
    elseif type(cmd) == 'string' then
      return found(first, 'configuration')
    end
    local serve = vim.list_extend({ first }, vim.list_slice(cmd, 2))
    local program = vim.list_slice(serve, 1, #serve - (serve[#serve] == 'serve' and 1 or 0))
    return { program = program, serve = serve, origin = 'configuration' }
  end
  local path = in_environment()
  if path then
    return found(path, 'the active Python environment (VIRTUAL_ENV)')
  end
  path = vim.fn.exepath('codescore')
  if path ~= '' then
    return found(path, 'PATH')
  end
  return nil, 'no server found; :checkhealth codescore says what to do'
end

return M
