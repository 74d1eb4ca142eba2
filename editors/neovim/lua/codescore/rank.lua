-- Alternatives, best first: functions of a selection, registers or buffers, against a reference or against each other.
local client = require('codescore.client')
local references = require('codescore.references')
local say = require('codescore.say')
local score = require('codescore.score')
local windows = require('codescore.windows')

local M = {}

---@class codescore.Alternative
---@field label string
---@field text string
---@field bufnr? integer where it stands
---@field line? integer counted from 1

---@alias codescore.Ranked { label: string, words: string, target?: codescore.Alternative }

--- Lines of a ranking. Pure.
---@param title string
---@param ranked codescore.Ranked[]
---@param signature string
---@return string[]
function M.lines(title, ranked, signature)
  local lines = { title, '' }
  for place, one in ipairs(ranked) do
    table.insert(lines, ('%2d. %s  %s'):format(place, one.words, one.label))
  end
  return vim.list_extend(lines, { '', signature })
end

---@param title string
---@param ranked codescore.Ranked[]
---@param signature string
local function show(title, ranked, signature)
  local bufnr = windows.below('codescore://rank', M.lines(title, ranked, signature))
  vim.keymap.set('n', '<CR>', function()
    local one = ranked[vim.api.nvim_win_get_cursor(0)[1] - 2]
    local target = one and one.target
    if target and target.bufnr and vim.api.nvim_buf_is_valid(target.bufnr) then
      vim.cmd.close()
      vim.api.nvim_win_set_buf(0, target.bufnr)
      vim.api.nvim_win_set_cursor(0, { target.line or 1, 0 })
    end
  end, { buffer = bufnr, desc = 'go to the alternative' })
  vim.api.nvim_win_set_cursor(0, { 3, 0 })
end

--- Each alternative's mean similarity to the others, highest first. Pure.
---@param similarities number[][] similarities[i][j] of alternative i to alternative j
---@return { index: integer, mean: number }[]
function M.agreement(similarities)
  local result = {}
  for i, row in ipairs(similarities) do
    local sum, count = 0, 0
    for j, value in pairs(row) do
      if i ~= j then
        sum, count = sum + value, count + 1
      end
    end
    table.insert(result, { index = i, mean = count > 0 and sum / count or 0 })
  end
  table.sort(result, function(a, b)
    return a.mean ~= b.mean and a.mean > b.mean or a.mean == b.mean and a.index < b.index
  end)
  return result
end

---@param alternatives codescore.Alternative[]
---@return string[]
local function texts_of(alternatives)
  return vim.tbl_map(function(one)
    return one.text
  end, alternatives)
end

---@param bufnr integer
---@param alternatives codescore.Alternative[]
---@param reference { text: string, label: string }
local function against_reference(bufnr, alternatives, reference)
  local params = {
    language = vim.bo[bufnr].filetype,
    candidates = texts_of(alternatives),
    references = { reference.text },
  }
  client.ask(bufnr, 'codescore/rank', params, function(verdicts)
    local ranked = vim.tbl_map(function(verdict)
      local one = alternatives[verdict.candidate_index + 1]
      return { label = one.label, words = score.words(verdict), target = one }
    end, verdicts)
    show('against ' .. reference.label, ranked, verdicts[1].signature)
  end)
end

---@param bufnr integer
---@param alternatives codescore.Alternative[]
local function against_each_other(bufnr, alternatives)
  local texts, similarities, signature, left = texts_of(alternatives), {}, '', #alternatives
  for i, text in ipairs(texts) do
    local params = { language = vim.bo[bufnr].filetype, candidate = text, references = texts }
    client.ask(bufnr, 'codescore/score', params, function(verdicts)
      similarities[i] = {}
      for _, verdict in ipairs(verdicts) do
        local known = type(verdict.similarity) == 'number' and verdict.compiles
        similarities[i][verdict.reference_index + 1] = known and verdict.similarity or 0
        signature = verdict.signature
      end
      left = left - 1
      if left == 0 then
        local ranked = vim.tbl_map(function(one)
          local alternative = alternatives[one.index]
          return { label = alternative.label, words = score.shown(one.mean), target = alternative }
        end, M.agreement(similarities))
        show('by mean similarity to the others (no reference was selected)', ranked, signature)
      end
    end)
  end
end

---@param bufnr integer
---@param alternatives codescore.Alternative[]
---@param what string
local function rank(bufnr, alternatives, what)
  local reference = references.selected()
  if #alternatives < 2 then
    say.error(('%s: fewer than two alternatives; there is nothing to rank'):format(what))
  elseif reference and reference.text then
    against_reference(bufnr, alternatives, reference --[[@as { text: string, label: string }]])
  else
    against_each_other(bufnr, alternatives)
  end
end

---@param text string[]
---@param range lsp.Range
---@param encoding string
---@return string
local function cut(text, range, encoding)
  local lines = vim.list_slice(text, range.start.line + 1, range['end'].line + 1)
  local last = lines[#lines] or ''
  lines[#lines] = last:sub(1, vim.str_byteindex(last, encoding, range['end'].character, false))
  local indent = (lines[1] or ''):match('^%s*')
  return table.concat(
    vim.tbl_map(function(line)
      return line:sub(1, #indent) == indent and line:sub(#indent + 1) or line
    end, lines),
    '\n'
  ) .. '\n'
end

--- Rank the functions in a range of lines.
---@param first integer counted from 1
---@param last integer
function M.selection(first, last)
  local bufnr = vim.api.nvim_get_current_buf()
  local served_by = client.need(bufnr)
  if not served_by then
    return
  end
  client.ask(bufnr, 'codescore/units', { uri = vim.uri_from_bufnr(bufnr) }, function(answer)
    local text, alternatives = vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), {}
    for _, unit in ipairs(answer.units) do
      local line = unit.range.start.line + 1
      if not unit.nested and first <= line and unit.range['end'].line < last then
        local label = ('%s, line %d'):format(unit.name, line)
        local piece = cut(text, unit.range, served_by.offset_encoding)
        table.insert(alternatives, { label = label, text = piece, bufnr = bufnr, line = line })
      end
    end
    rank(bufnr, alternatives, 'the selection')
  end)
end

--- Rank the contents of registers.
---@param names string[]
function M.registers(names)
  if not client.need(0) then
    return
  end
  local alternatives = {}
  for _, name in ipairs(names) do
    local text = references.text_of(name)
    if not text then
      return
    end
    table.insert(alternatives, { label = references.label_of(name), text = text })
  end
  rank(vim.api.nvim_get_current_buf(), alternatives, 'registers')
end

--- Rank the files that are open and of the same type as this one.
function M.buffers()
  if not client.need(0) then
    return
  end
  local filetype, alternatives = vim.bo.filetype, {}
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == filetype and vim.bo[bufnr].buftype == '' then
      local text = table.concat(vim.api.nvim_buf_get_lines(bufnr, 0, -1, false), '\n') .. '\n'
      local label = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ':.')
      table.insert(alternatives, { label = label, text = text, bufnr = bufnr, line = 1 })
    end
  end
  rank(vim.api.nvim_get_current_buf(), alternatives, 'open files')
end

return M
