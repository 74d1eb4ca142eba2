-- What happens to inline suggestions, seen on the screen: whoever draws them, they are virtual text in a namespace.
-- What then stands in the buffer says what became of them. Off unless the setting `experiment` is on.
local reports = require('codescore.reports')

local M = {}

--- Who draws suggestions: namespaces of `vim.lsp.inline_completion` (Neovim 0.12) and of plugins.
---@type table<string, string>
M.sources = {
  ['nvim.lsp.inline_completion'] = 'vim.lsp.inline_completion',
  ['copilot.suggestion'] = 'copilot.lua',
  ['github-copilot'] = 'copilot.vim',
  codeium = 'codeium',
  supermaven = 'supermaven',
}

--- Functions that take a part of a suggestion: they tell a word of one letter from a letter that was typed.
---@type [string, string, string][] module, function, extent
M.hooks = {
  { 'vim.lsp.inline_completion', 'get', 'whole' },
  { 'copilot.suggestion', 'accept', 'whole' },
  { 'copilot.suggestion', 'accept_word', 'word' },
  { 'copilot.suggestion', 'accept_line', 'line' },
  { 'supermaven-nvim.completion_preview', 'on_accept_suggestion', 'whole' },
  { 'supermaven-nvim.completion_preview', 'on_accept_suggestion_word', 'word' },
}

local ANNOTATIONS = { ComplHintMore = true, CopilotAnnotation = true, CodeiumAnnotation = true }
local SETTLED_MS = 15
local GONE_MS = 40 -- plugins take a suggestion away before they draw it anew, or put its text in
local TAKING_MS = 1000 -- for a plugin that was told to take it
local MOST_VERSIONS = 20
local FOLLOWED_MS = 900000 -- as long as the last window, changes are told with their cause

---@class codescore.Suggestion
---@field id string
---@field bufnr integer
---@field row integer where the rest of it begins, from 0
---@field col integer in bytes
---@field rest string what is still offered
---@field taken integer characters that were accepted or typed
---@field tick integer
---@field since integer
---@field gone? integer since when it is drawn no more, though nothing else has changed

local live ---@type codescore.Suggestion?
local expected ---@type string? what a hook says is being taken
local typed = '' -- since the buffer was last looked at
local looking = {} ---@type table<integer, boolean>
local followed = {} ---@type table<integer, integer> buffers with accepted text, until when
local changes = {} ---@type table<integer, { last: integer, most: integer, version: integer }>
local hooked = {} ---@type table<string, boolean>
local watching = false
local namespace = vim.api.nvim_create_namespace('codescore.suggestion')

---@return boolean
local function enabled()
  return require('codescore.config').get().settings.experiment == true
end

---@return string
local function new_id()
  return vim.fn.sha256(vim.uv.hrtime() .. vim.uv.os_getpid() .. vim.fn.rand()):sub(1, 32)
end

---@return integer
local function milliseconds()
  return math.floor(vim.uv.hrtime() / 1e6)
end

--- A place as the server counts.
---@param bufnr integer
---@param row integer
---@param col integer
---@return lsp.Position
local function position(bufnr, row, col)
  local client = require('codescore.client').of(bufnr)
  local line = vim.api.nvim_buf_get_lines(bufnr, row, row + 1, false)[1] or ''
  local encoding = client and client.offset_encoding or 'utf-16'
  return { line = row, character = vim.str_utfindex(line, encoding, math.min(col, #line), false) }
end

---@param kind string
---@param suggestion string
---@param more table
---@param where? table
local function tell(kind, suggestion, more, where)
  local seconds, microseconds = vim.uv.gettimeofday()
  local at = seconds * 1000 + math.floor(microseconds / 1000)
  local event = vim.tbl_extend('error', { kind = kind, id = new_id(), suggestion = suggestion, at_ms = at }, more)
  reports.tell(vim.tbl_extend('error', { event = event }, where or {}))
end

---@param bufnr integer
---@param row integer
---@param col integer
---@param text string
---@return table
local function here(bufnr, row, col, text)
  local at = position(bufnr, row, col)
  local version = vim.lsp.util.buf_versions[bufnr]
  return { uri = vim.uri_from_bufnr(bufnr), version = version, range = { start = at, ['end'] = at }, text = text }
end

---@param kind 'ignored'|'rejected'
---@param reason? string
---@param by? string
local function finish(kind, reason, by)
  local one = live
  live = nil
  if one then
    vim.api.nvim_buf_clear_namespace(one.bufnr, namespace, 0, -1)
    tell(kind, one.id, { reason = reason, superseded_by = by, shown_ms = milliseconds() - one.since })
  end
end

---@param pieces [string, any][]
---@return string
local function written(pieces)
  local text = ''
  for _, piece in ipairs(pieces) do
    if not ANNOTATIONS[piece[2]] then
      text = text .. piece[1]
    end
  end
  return text
end

--- What is drawn as a suggestion behind the cursor, and by whom.
---@param bufnr integer
---@param row integer
---@return string? text
---@return string? provider
local function drawn(bufnr, row)
  local known = vim.api.nvim_get_namespaces()
  for name, provider in pairs(M.sources) do
    local marks = known[name]
        and vim.api.nvim_buf_get_extmarks(bufnr, known[name], { row, 0 }, { row, -1 }, { details = true })
      or {}
    for _, mark in ipairs(marks) do
      local lines = { written(mark[4].virt_text or {}) }
      for _, line in ipairs(mark[4].virt_lines or {}) do
        table.insert(lines, written(line))
      end
      local text = table.concat(lines, '\n')
      if vim.trim(text) ~= '' then
        return text, provider
      end
    end
  end
end

--- The text of a buffer between two places; nil where the second is before the first.
---@param bufnr integer
---@param row integer
---@param col integer
---@param to_row integer
---@param to_col integer
---@return string?
local function between(bufnr, row, col, to_row, to_col)
  if to_row < row or (to_row == row and to_col < col) then
    return nil
  end
  local ok, lines = pcall(vim.api.nvim_buf_get_text, bufnr, row, col, to_row, to_col, {})
  return ok and table.concat(lines, '\n') or nil
end

--- Whether a text stands at a place.
---@param one codescore.Suggestion
---@return boolean
local function stands(one)
  local _, breaks = one.rest:gsub('\n', '')
  local lines = vim.api.nvim_buf_get_lines(one.bufnr, one.row, one.row + breaks + 1, false)
  return vim.startswith(table.concat(lines, '\n'):sub(one.col + 1), one.rest)
end

---@param one codescore.Suggestion
---@param text string
---@param extent string
local function accepted(one, text, extent)
  followed[one.bufnr] = milliseconds() + FOLLOWED_MS
  local more = { extent = extent, start = one.taken, shown_ms = milliseconds() - one.since }
  tell('accepted', one.id, more, here(one.bufnr, one.row, one.col, text))
end

local look_later ---@type fun(bufnr: integer, after: integer)

--- What became of the suggestion since it was last looked at.
---@param one codescore.Suggestion
---@param row integer of the cursor
---@param col integer
---@param text? string what is drawn now
local function follow(one, row, col, text)
  local changed = vim.api.nvim_buf_get_changedtick(one.bufnr) ~= one.tick
  local progress = changed and between(one.bufnr, one.row, one.col, row, col) or nil
  if changed and stands(one) and (progress == nil or #progress >= #one.rest) and typed ~= one.rest then
    accepted(one, one.rest, expected or 'whole')
    vim.api.nvim_buf_clear_namespace(one.bufnr, namespace, 0, -1)
    live = nil
  elseif changed and progress and progress ~= '' and vim.startswith(one.rest, progress) then
    if typed ~= progress or expected then
      accepted(one, progress, expected or (progress:find('\n') and 'line' or 'word'))
    end
    one.row, one.col, one.rest = row, col, one.rest:sub(#progress + 1)
    one.taken = one.taken + vim.fn.strchars(progress)
    one.tick = vim.api.nvim_buf_get_changedtick(one.bufnr)
    if one.rest == '' then
      finish('ignored', 'typed')
    end
  elseif one.gone and not changed and (row ~= one.row or col ~= one.col) then
    finish('rejected') -- it was taken away before the cursor went
  elseif row ~= one.row or col ~= one.col then
    finish('ignored', changed and 'typed-past' or 'cursor-moved')
  elseif changed then
    one.tick = vim.api.nvim_buf_get_changedtick(one.bufnr) -- elsewhere
  elseif not text and not vim.fn.mode():match('^[iR]') and not one.gone then
    finish('ignored', 'left-insert')
  elseif not text and one.gone and milliseconds() - one.gone >= (expected and TAKING_MS or GONE_MS) then
    finish('rejected')
  else
    one.gone = not text and (one.gone or milliseconds()) or nil
    if one.gone then
      look_later(one.bufnr, GONE_MS)
    end
  end
end

---@param bufnr integer
---@param row integer
---@param col integer
---@param text string
---@param provider string
local function begin(bufnr, row, col, text, provider)
  local id = new_id()
  finish('ignored', 'superseded', id)
  local tick = vim.api.nvim_buf_get_changedtick(bufnr)
  live = { id = id, bufnr = bufnr, row = row, col = col, rest = text, taken = 0, tick = tick, since = milliseconds() }
  tell('shown', id, { provider = provider, badge = true }, here(bufnr, row, col, text))
end

--- Look at what is drawn and at what stands in the buffer.
---@param bufnr integer
local function look(bufnr)
  if not vim.api.nvim_buf_is_loaded(bufnr) or bufnr ~= vim.api.nvim_get_current_buf() then
    if live and live.bufnr == bufnr then
      finish('ignored', 'left')
    end
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(0)
  local row, col = cursor[1] - 1, cursor[2]
  local text, provider = drawn(bufnr, row)
  if live and live.bufnr ~= bufnr then
    finish('ignored', 'left')
  elseif live then
    follow(live, row, col, text)
  end
  if not (live and live.gone) then
    expected, typed = nil, ''
  end
  if text and (not live or live.rest ~= text) and vim.fn.mode():match('^[iR]') then
    begin(bufnr, row, col, text, provider --[[@as string]])
  end
end

--- Look once it is quiet.
---@param bufnr integer
---@param after integer milliseconds
function look_later(bufnr, after)
  if not looking[bufnr] then
    looking[bufnr] = true
    vim.defer_fn(function()
      looking[bufnr] = nil
      look(bufnr)
    end, after)
  end
end

---@param bufnr integer
local function look_soon(bufnr)
  look_later(bufnr, SETTLED_MS)
end

--- Name undo and redo: the server sees only that text came and went. One of them may make several versions.
---@param bufnr integer
local function name_cause(bufnr)
  local known, now = changes[bufnr], vim.fn.changenr()
  local version = vim.lsp.util.buf_versions[bufnr] or 0
  if known and (followed[bufnr] or 0) > milliseconds() then
    local cause = now < known.last and 'undo' or (now > known.last and now <= known.most and 'redo') or nil
    for one = math.max(known.version + 1, version - MOST_VERSIONS), cause and version or 0 do
      local event = { kind = 'edited', id = 'cause', suggestion = 'cause', at_ms = 0, cause = cause }
      reports.mention({ event = event, uri = vim.uri_from_bufnr(bufnr), version = one })
    end
  end
  changes[bufnr] = { last = now, most = math.max(now, known and known.most or 0), version = version }
end

--- Put ourselves before a plugin's function, once it is loaded.
local function hook()
  for _, one in ipairs(M.hooks) do
    local module, name, extent = one[1], one[2], one[3]
    local key = module .. '.' .. name
    local holder = package.loaded[module] or vim.tbl_get(_G, unpack(vim.split(module, '.', { plain = true })))
    local original = type(holder) == 'table' and rawget(holder, name) or nil
    if original and not hooked[key] then
      hooked[key] = true
      holder[name] = function(...)
        expected = live and (expected or extent) or nil -- a function that takes a word may call the one that takes all
        return original(...)
      end
    end
  end
end

--- Watch what is drawn, where the person has turned that on.
---@param group integer
function M.follow(group)
  if watching or not enabled() then
    return
  end
  watching = true
  vim.api.nvim_set_decoration_provider(vim.api.nvim_create_namespace('codescore.capture'), {
    on_win = function(_, _, bufnr)
      if bufnr == vim.api.nvim_get_current_buf() and vim.bo[bufnr].buftype == '' then
        look_soon(bufnr)
      end
    end,
  })
  local on = function(events, callback)
    vim.api.nvim_create_autocmd(events, {
      group = group,
      callback = function(event)
        if enabled() and vim.bo[event.buf].buftype == '' then
          callback(event)
        end
      end,
    })
  end
  on('InsertCharPre', function()
    typed = typed .. vim.v.char
  end)
  on({ 'TextChanged', 'TextChangedI', 'TextChangedP' }, function(event)
    name_cause(event.buf)
    look_soon(event.buf)
  end)
  on({ 'CursorMovedI', 'InsertLeave', 'BufLeave' }, function(event)
    look_soon(event.buf)
  end)
  on('InsertEnter', function(event)
    name_cause(event.buf)
    hook()
  end)
  on('VimLeavePre', function()
    finish('ignored', 'editor-closed')
  end)
end

--- Whether all that happened was looked at.
---@return boolean
function M.idle()
  return next(looking) == nil and not (live and live.gone)
end

--- `codescore/badge`: what the study lets the person see.
---@param params { suggestion: string, verdict?: table, arm?: string }
function M.badge(params)
  require('codescore.badges').hide(params.arm == 'hidden')
  local verdict = params.verdict
  if live and live.id == params.suggestion and type(verdict) == 'table' then
    local mark = verdict.score == 1 and '✓' or verdict.score == 0 and '✗' or '?'
    local similarity = type(verdict.similarity) == 'number' and (' %.2f'):format(verdict.similarity) or ''
    local own = ('%s%s'):format(mark, verdict.compiles and similarity or ' does not compile')
    local text = 'suggestion: ' .. (type(verdict.badge) == 'string' and verdict.badge or own)
    local options = { id = 1, virt_text = { { text, 'CodeScoreDetail' } }, virt_text_pos = 'right_align' }
    vim.api.nvim_buf_set_extmark(live.bufnr, namespace, live.row, 0, options)
  end
end

return M
