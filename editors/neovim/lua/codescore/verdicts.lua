-- What the server said of each buffer: units with verdicts, its own health. `User CodeScoreUpdate` tells of news.
-- Where the units are is kept in marks that move with the text, so that the server says only what is new.
local M = {}

---@class codescore.Verdict
---@field score? 0|1
---@field similarity? number
---@field probability? number
---@field threshold number
---@field compiles boolean
---@field current boolean
---@field running? boolean a run of this text is still to come or under way; the badge says so too
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
---@field index? integer its place among the judged units, counted from 0

---@class codescore.State
---@field units codescore.Unit[] the judged units, in the server's order
---@field version integer the version of the text that the server last spoke of
---@field placed boolean whether the places of the units were those of the text when they came
---@field stale? integer the unit whose verdict is of older text
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

-- The number of a mark is that of its unit.
local names = vim.api.nvim_create_namespace('codescore.names')
local ranges = vim.api.nvim_create_namespace('codescore.ranges')

---@param bufnr? integer
---@param units? integer[] which units; nil: all
local function announce(bufnr, units)
  local data = { buf = bufnr, units = units }
  vim.api.nvim_exec_autocmds('User', { pattern = 'CodeScoreUpdate', modeline = false, data = data })
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

---@param bufnr integer
---@return boolean
local function is_of(bufnr, version)
  return version == vim.lsp.util.buf_versions[bufnr]
end

--- Put the marks of a unit where it is.
---@param bufnr integer
---@param number integer
---@param unit codescore.Unit
local function place(bufnr, number, unit)
  local last = vim.api.nvim_buf_line_count(bufnr) - 1
  local from, to = math.min(unit.range.start.line, last), math.min(unit.range['end'].line, last)
  local text = vim.api.nvim_buf_get_lines(bufnr, to, to + 1, false)[1] or ''
  local name = math.min(unit.name_range.start.line, last)
  vim.api.nvim_buf_set_extmark(bufnr, names, name, 0, { id = number })
  vim.api.nvim_buf_set_extmark(bufnr, ranges, from, 0, { id = number, end_row = to, end_col = #text })
end

---@param bufnr integer
---@param units codescore.Unit[]
local function place_all(bufnr, units)
  vim.api.nvim_buf_clear_namespace(bufnr, names, 0, -1)
  vim.api.nvim_buf_clear_namespace(bufnr, ranges, 0, -1)
  for number, unit in ipairs(units) do
    place(bufnr, number, unit)
  end
end

--- Ask for the units anew, because text was typed while they were under way.
---@param bufnr integer
---@param state codescore.State
local function ask_again(bufnr, state)
  local client = vim.lsp.get_client_by_id(state.client_id)
  if not client then
    return
  end
  client:request('codescore/units', { uri = vim.uri_from_bufnr(bufnr) }, function(_, answer)
    if states[bufnr] ~= state or not answer or not is_of(bufnr, answer.version) then
      return -- the next message will be followed by another question
    end
    local judged = vim.tbl_filter(function(unit)
      return unit.verdict ~= nil
    end, answer.units)
    if #judged == #state.units then
      state.placed = true
      place_all(bufnr, judged)
      announce(bufnr)
    end
  end, bufnr)
end

--- The units of which something new is said.
---@param bufnr integer
---@param state codescore.State
---@param changed codescore.Unit[]
---@param exact boolean
---@return integer[]
local function change(bufnr, state, changed, exact)
  return vim.tbl_map(function(unit)
    local number = unit.index + 1
    state.units[number] = unit
    if exact then
      place(bufnr, number, unit)
    end
    return number
  end, changed)
end

--- `codescore/verdicts`: all units, or those of which something new is said; neither where all is as before.
---@param params { uri: string, version?: integer, units?: codescore.Unit[], changed?: codescore.Unit[] }
---@param client_id integer
function M.take(params, client_id)
  local bufnr = buffer_of(params.uri, client_id)
  if not bufnr then
    return
  end
  local exact, state = is_of(bufnr, params.version), states[bufnr]
  local news ---@type integer[]?
  if params.units or not state then
    state = { units = params.units or {}, version = 0, placed = exact, client_id = client_id }
    states[bufnr] = state
    place_all(bufnr, state.units)
  else
    news = change(bufnr, state, params.changed or {}, exact)
  end
  state.version = params.version or 0
  if exact and state.stale then
    table.insert(news or {}, state.stale)
    state.stale = nil
  end
  if exact and not state.placed then
    ask_again(bufnr, state)
  end
  announce(bufnr, news)
end

--- `codescore/status`.
---@param status codescore.Status
---@param client_id integer
function M.take_status(status, client_id)
  local before = statuses[client_id]
  statuses[client_id] = status
  if status.health == 'error' and not (before and before.health == 'error') then
    require('codescore.say').warn('there is no model; :CodeScore doctor says what to do')
  end
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
  return states[bufnr] ~= nil and is_of(bufnr, states[bufnr].version)
end

--- Say that the verdict on the unit at a line is of older text; tells which unit, nil where there is none.
---@param bufnr integer
---@param line integer counted from 0
---@return integer?
function M.set_stale(bufnr, line)
  local number = M.number_at(bufnr, line)
  if number then
    states[bufnr].stale = number
  end
  return number
end

--- The line with the name of a unit, counted from 0.
---@param bufnr integer
---@param number integer
---@return integer?
function M.line_of(bufnr, number)
  return vim.api.nvim_buf_get_extmark_by_id(bufnr, names, number, {})[1]
end

--- The number of the innermost judged unit around a line, counted from 0.
---@param bufnr integer
---@param line integer
---@return integer?
function M.number_at(bufnr, line)
  local best, best_start ---@type integer?, integer?
  local found = vim.api.nvim_buf_get_extmarks(bufnr, ranges, { line, 0 }, { line, -1 }, { overlap = true })
  for _, mark in ipairs(found) do
    if not best or mark[2] > best_start or (mark[2] == best_start and mark[1] > best) then
      best, best_start = mark[1], mark[2]
    end
  end
  return best
end

--- The innermost of some units around a line, counted from 0, by where the server says that they are.
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

--- The judged unit at the cursor of a window, and its number.
---@param window integer
---@return codescore.Unit?
---@return integer? number
function M.at_cursor(window)
  local bufnr = vim.api.nvim_win_get_buf(window)
  local state = states[bufnr]
  local number = state and M.number_at(bufnr, vim.api.nvim_win_get_cursor(window)[1] - 1)
  if state and number then
    return state.units[number], number
  end
end

---@param group integer
function M.follow(group)
  vim.api.nvim_create_autocmd('LspDetach', {
    group = group,
    callback = function(event)
      local state = states[event.buf]
      if state and state.client_id == event.data.client_id then
        states[event.buf] = nil
        place_all(event.buf, {})
        announce(event.buf)
      end
      statuses[event.data.client_id] = nil
    end,
  })
end

return M
