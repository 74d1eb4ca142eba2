-- Badges at the ends of lines: marks that move with the text until the server speaks again.
local config = require('codescore.config')
local verdicts = require('codescore.verdicts')

local M = {}

local namespace = vim.api.nvim_create_namespace('codescore.badges')
local DETAIL_CELLS = 70

---@type codescore.Badges? what was chosen with :CodeScore toggle
local chosen
local hidden = false -- by an arm of an experiment
---@type table<integer, uv.uv_timer_t>
local timers = {}

---@type table<string, string>
local LINKS = {
  CodeScoreGood = 'DiagnosticOk',
  CodeScoreBad = 'DiagnosticWarn',
  CodeScoreUnknown = 'DiagnosticInfo',
  CodeScoreStale = 'Comment',
  CodeScoreDetail = 'Comment',
}

local function define_highlights()
  for name, link in pairs(LINKS) do
    vim.api.nvim_set_hl(0, name, { link = link, default = true })
  end
end

--- What is shown: as chosen, else as configured.
---@return codescore.Badges
function M.mode()
  return hidden and 'off' or chosen or config.get().badges
end

---@param verdict codescore.Verdict
---@param stale boolean
---@return string
local function highlight(verdict, stale)
  if stale or not verdict.current then
    return 'CodeScoreStale'
  elseif verdict.score == 1 then
    return 'CodeScoreGood'
  end
  return verdict.score == 0 and 'CodeScoreBad' or 'CodeScoreUnknown'
end

--- The pieces of a badge, each a text and its highlight; nil where none is wanted.  Pure.
---@param verdict codescore.Verdict
---@param mode codescore.Badges
---@param details boolean
---@param stale boolean whether the text has changed since, and the server has not spoken
---@return [string, string][]?
function M.pieces(verdict, mode, details, stale)
  if mode == 'off' or (mode == 'quiet' and verdict.score == 1) then
    return nil
  end
  local text = verdict.badge .. (stale and verdict.current and ' …' or '')
  local pieces = { { text, highlight(verdict, stale) } }
  if details then
    local reason = verdict.score ~= 1 and verdict.reason
    text = (reason and ' · ' .. reason or '') .. ' · ' .. verdict.reference
    if vim.fn.strdisplaywidth(text) > DETAIL_CELLS then
      text = vim.fn.strcharpart(text, 0, DETAIL_CELLS - 1) .. '…'
    end
    table.insert(pieces, { text, 'CodeScoreDetail' })
  end
  return pieces
end

--- Show the badge of one unit anew.
---@param bufnr integer
---@param state codescore.State
---@param number integer
local function draw_one(bufnr, state, number)
  local line, verdict = verdicts.line_of(bufnr, number), state.units[number].verdict
  local pieces = line and verdict and M.pieces(verdict, M.mode(), config.get().details, state.stale == number)
  if pieces then
    local options = { id = number, virt_text = pieces, hl_mode = 'combine', invalidate = true }
    vim.api.nvim_buf_set_extmark(bufnr, namespace, line --[[@as integer]], 0, options)
  else
    vim.api.nvim_buf_del_extmark(bufnr, namespace, number)
  end
end

--- Show the badges of a buffer anew.
---@param bufnr integer
---@param numbers? integer[] of which units; nil: of all
function M.draw(bufnr, numbers)
  local state = verdicts.of(bufnr)
  if not numbers or not state then
    vim.api.nvim_buf_clear_namespace(bufnr, namespace, 0, -1)
  end
  if not state then
    return
  elseif numbers then
    for _, number in ipairs(numbers) do
      draw_one(bufnr, state, number)
    end
  else
    for number in ipairs(state.units) do
      draw_one(bufnr, state, number)
    end
  end
end

--- Mark the badge of the function that was edited as one of older text.
---@param bufnr integer
local function mark_stale(bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) or not verdicts.of(bufnr) or verdicts.is_current(bufnr) then
    return
  end
  local edited = vim.api.nvim_buf_get_mark(bufnr, '.')[1] - 1
  local number = edited >= 0 and verdicts.set_stale(bufnr, edited)
  if number then
    M.draw(bufnr, { number })
  end
end

---@param bufnr integer
local function stop_timer(bufnr)
  local timer = timers[bufnr]
  timers[bufnr] = nil
  if timer and not timer:is_closing() then
    timer:stop()
    timer:close()
  end
end

--- After a while without an answer a badge of older text says so.
---@param bufnr integer
local function expect(bufnr)
  if not timers[bufnr] then
    timers[bufnr] = vim.defer_fn(function()
      timers[bufnr] = nil
      mark_stale(bufnr)
    end, config.get().stale_after)
  end
end

---@param bufnr integer
---@param numbers? integer[]
local function updated(bufnr, numbers)
  if verdicts.is_current(bufnr) then
    stop_timer(bufnr)
  end
  M.draw(bufnr, numbers)
end

local function draw_all()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'codescore' })) do
    for bufnr in pairs(client.attached_buffers) do
      M.draw(bufnr)
    end
  end
end

--- Show badges as wanted; without a wish: off, or as configured.
---@param wanted? codescore.Badges
---@return codescore.Badges
function M.toggle(wanted)
  local configured = config.get().badges
  local on = configured == 'off' and 'full' or configured
  chosen = wanted or (M.mode() == 'off' and on or 'off')
  draw_all()
  return chosen
end

--- In an arm of an experiment that hides them, there are none.
---@param hide boolean
function M.hide(hide)
  if hide ~= hidden then
    hidden = hide
    draw_all()
  end
end

--- Forget what was chosen, because the configuration changed.
function M.reset()
  chosen = nil
  draw_all()
end

---@param group integer
function M.follow(group)
  define_highlights()
  vim.api.nvim_create_autocmd('ColorScheme', { group = group, callback = define_highlights })
  vim.api.nvim_create_autocmd('User', {
    group = group,
    pattern = 'CodeScoreUpdate',
    callback = function(event)
      local bufnr = event.data and event.data.buf
      if bufnr and vim.api.nvim_buf_is_loaded(bufnr) then
        updated(bufnr, event.data.units)
      end
    end,
  })
  vim.api.nvim_create_autocmd('LspNotify', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if client and client.name == 'codescore' and event.data.method == 'textDocument/didChange' then
        expect(event.buf)
      end
    end,
  })
end

return M
