-- The verdict on the function at the cursor with its reasons; on code in a register, before it is pasted.
local client = require('codescore.client')
local say = require('codescore.say')
local verdicts = require('codescore.verdicts')
local windows = require('codescore.windows')

local M = {}

--- Show everything that is known of the function at the cursor.
function M.show()
  local window = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(window)
  if not client.need(bufnr) then
    return
  end
  local unit, number = verdicts.at_cursor(window)
  if not unit then
    say.warn(require('codescore.references').NOTHING)
    return
  end
  local line = verdicts.line_of(bufnr, number --[[@as integer]]) or unit.name_range.start.line
  local params = {
    textDocument = { uri = vim.uri_from_bufnr(bufnr) },
    position = { line = line, character = unit.name_range.start.character },
  }
  client.ask(bufnr, 'textDocument/hover', params, function(hover)
    if hover then
      windows.float(hover.contents.value)
    else
      say.warn(('%s is still being judged; ask again in a moment'):format(unit.name))
    end
  end)
end

--- A similarity in two decimals, rounded down as the server does: 0.497 is not above 0.5. Pure.
---@param value number
---@return string
function M.shown(value)
  return ('%.2f'):format(math.floor(value * 100 + 1e-9) / 100)
end

--- One verdict in words. Pure.
---@param verdict table as `codescore score --json` gives it
---@return string
function M.words(verdict)
  if verdict.compiles == false then
    return 'does not compile'
  elseif type(verdict.similarity) ~= 'number' then
    return 'no similarity: there is no model'
  end
  return ('%s %s'):format(verdict.score == 1 and '✓' or '✗', M.shown(verdict.similarity))
end

--- What a register would be worth in place of the function at the cursor.
---@param register string
function M.register(register)
  local references = require('codescore.references')
  local text = references.text_of(register)
  local bufnr, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
  if not text then
    return
  end
  local uri = vim.uri_from_bufnr(bufnr)
  client.ask(bufnr, 'codescore/units', { uri = uri }, function(answer)
    local unit = verdicts.around(answer.units, line)
    if not unit then
      say.error('no function at the cursor; go to the one to be replaced')
      return
    end
    client.ask(bufnr, 'codescore/suggestion', { uri = uri, range = unit.range, texts = { text } }, function(found)
      M.tell(references.label_of(register), unit.name, found[1])
    end)
  end)
end

--- Say what a suggestion is worth.
---@param label string
---@param name string
---@param found table as `codescore/suggestion` gives it
function M.tell(label, name, found)
  local parts = {}
  if type(found.replaced) == 'table' then
    table.insert(parts, ('- %s against `%s` as it is'):format(M.words(found.replaced), name))
  end
  if type(found.reference) == 'table' then
    table.insert(parts, ('- %s against its reference'):format(M.words(found.reference)))
  end
  local signed = type(found.reference) == 'table' and found.reference or found.replaced
  if #parts == 0 then
    say.warn(('%s holds no function that could replace %s'):format(label, name))
  else
    local title = ('**%s in place of `%s`**'):format(label, name)
    windows.float(table.concat({ title, '', table.concat(parts, '\n'), '', '`' .. signed.signature .. '`' }, '\n'))
  end
end

--- Put a verdict in one line, with its signature, into the unnamed register.
---@param bufnr integer
---@param address table
function M.copy(bufnr, address)
  client.ask(bufnr, 'codescore/verdict', address, function(line)
    vim.fn.setreg('"', line)
    say.info('the verdict is yanked')
  end)
end

--- Put the input on which a unit differs from its reference, written as a test, into the unnamed register.
---@param bufnr integer
---@param address table
function M.copy_test(bufnr, address)
  client.ask(bufnr, 'codescore/counterexample', address, function(counterexample)
    if counterexample.test == '' then
      say.error('this difference cannot be written as a test')
      return
    end
    vim.fn.setreg('"', counterexample.test)
    say.info('the test is yanked')
  end)
end

return M
