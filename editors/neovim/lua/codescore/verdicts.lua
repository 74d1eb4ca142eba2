-- What the server said of each buffer: units with verdicts, its own health. `User CodeScoreUpdate` tells of news.
local M = {}

---@class codescore.Verdict
---@field score? 0|1
---@field similarity? number
---@field probability? number
---@field threshold number
---@field compiles boolean
---@field current boolean
---@field badge string
---@field reason? string
---@field reference string
---@field reference_uri? string

---@class codescore.Unit
---@field name string
---@field kind string
---@field nested boolean
---@field range lsp.Range
---@field name_range lsp.Range
---@field verdict? codescore.Verdict

---@class codescore.State
---@field units codescore.Unit[] the judged units, as the server last told
---@field version integer the version of the text that they are of
---@field client_id integer

---@class codescore.Status
---@field health 'ok'|'warning'|'error'
---@field quiescent boolean
---@field message string
---@field bundle? string
---@field provider? string

---@type table<integer, codescore.State>
local states = {}
---@type table<integer, codescore.Status>
local statuses = {}

---@param bufnr? integer
local function announce(bufnr)
  vim.api.nvim_exec_autocmds('User', { pattern = 'CodeScoreUpdate', modeline = false, data = { buf = bufnr } })
  vim.cmd.redrawstatus()
end

--- The loaded buffer with a document, among those of a client.
---@param uri string
---@param client_id integer
---@return integer?
local function buffer_of(uri, client_id)
  local client = vim.lsp.get_client_by_id(client_id)
  for bufnr in pairs(client and client.attached_buffers or {}) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.uri_from_bufnr(bufnr) == uri then
      return bufnr
    end
  end
end

--- `codescore/verdicts`: without units where they are as before.
---@param params { uri: string, version?: integer, units?: codescore.Unit[] }
---@param client_id integer
function M.take(params, client_id)
  local bufnr = buffer_of(params.uri, client_id)
  if not bufnr then
    return
  end
  local held = states[bufnr]
  local units = params.units or (held and held.units) or {}
  states[bufnr] = { units = units, version = params.version or 0, client_id = client_id }
  announce(bufnr)
end

--- `codescore/status`.
---@param status codescore.Status
---@param client_id integer
function M.take_status(status, client_id)
  statuses[client_id] = status
  announce()
end

---@param client_id integer
---@return codescore.Status?
function M.status(client_id)
  return statuses[client_id]
end

---@param bufnr integer 0 is the current one
---@return codescore.State?
function M.of(bufnr)
  return states[bufnr ~= 0 and bufnr or vim.api.nvim_get_current_buf()]
end

--- Whether what is known is of the text as it is.
---@param bufnr integer
---@return boolean
function M.is_current(bufnr)
  return states[bufnr] ~= nil and states[bufnr].version == vim.lsp.util.buf_versions[bufnr]
end

--- The innermost of some units around a line, counted from 0.
---@param units codescore.Unit[]
---@param line integer
---@return codescore.Unit?
function M.around(units, line)
  local best ---@type codescore.Unit?
  for _, unit in ipairs(units) do
    local first, last = unit.range.start.line, unit.range['end'].line
    if first <= line and line <= last and (not best or first >= best.range.start.line) then
      best = unit
    end
  end
  return best
end

--- The judged unit at the cursor of a window.
---@param window integer
---@return codescore.Unit?
function M.at_cursor(window)
  local state = states[vim.api.nvim_win_get_buf(window)]
  return state and M.around(state.units, vim.api.nvim_win_get_cursor(window)[1] - 1) or nil
end

---@param group integer
function M.follow(group)
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    callback = function(event)
      local state = states[event.buf]
      if state and state.client_id == event.data.client_id then
        states[event.buf] = nil
        announce(event.buf)
      end
      statuses[event.data.client_id] = nil
    end,
  })
end

return M
