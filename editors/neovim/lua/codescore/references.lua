-- What functions are compared with, where the person says so here; remembered, because a server forgets on reload.
local client = require('codescore.client')
local say = require('codescore.say')

local M = {}

M.NOTHING = 'no reference here; set one: :CodeScore reference …'

---@class codescore.Reference as `codescore/setReference` takes it
---@field text? string
---@field path? string
---@field name? string
---@field label? string
---@field language? string

---@type table<integer, table<string, codescore.Reference>> by buffer and unit; '' is the whole file
local held = {}

---@type codescore.Reference? what was last selected as a reference
local selected

---@param bufnr integer
---@return string
local function filename(bufnr)
  return vim.fs.basename(vim.api.nvim_buf_get_name(bufnr))
end

--- Compare the function at the cursor, or the whole file, with something.
---@param reference codescore.Reference
---@param whole boolean
function M.set(reference, whole)
  local window = vim.api.nvim_get_current_win()
  local bufnr = vim.api.nvim_win_get_buf(window)
  local here = client.here(window)
  local params = { uri = here.uri, position = not whole and here.position or nil, reference = reference }
  client.ask(bufnr, 'codescore/setReference', params, function(answer)
    local unit = type(answer.unit) == 'string' and answer.unit or nil
    held[bufnr] = held[bufnr] or {}
    held[bufnr][unit or ''] = reference
    local what = reference.label or vim.fs.basename(reference.path)
    say.info(('%s is compared with %s'):format(unit or filename(bufnr), what))
  end)
end

--- Compare with a file; `name` picks one function of it.
---@param argument string PATH[#name]
---@param whole boolean
function M.file(argument, whole)
  local path, name = argument:match('^(.-)#([^#/\\]+)$')
  path = vim.fs.normalize(vim.fn.fnamemodify(vim.fn.expand(path or argument), ':p'))
  if vim.fn.filereadable(path) == 0 then
    say.error(("no file '%s'; give PATH or PATH#function"):format(vim.fn.fnamemodify(path, ':~:.')))
    return
  end
  M.set({ path = path, name = name }, whole)
end

--- Compare with the text of a register.
---@param register string
---@param whole boolean
function M.register(register, whole)
  local text = M.text_of(register)
  if text then
    M.set({ text = text, label = M.label_of(register), language = vim.bo.filetype }, whole)
  end
end

--- The text of a register; an empty one is an error that is said.
---@param register string
---@return string?
function M.text_of(register)
  local ok, text = pcall(vim.fn.getreg, register)
  if not ok or #register ~= 1 then
    say.error(("there is no register '%s'; name a letter, a digit, or one of \" + *"):format(register))
  elseif text:match('^%s*$') then
    say.error(('%s is empty; yank some code first'):format(M.label_of(register)))
  else
    return text
  end
end

---@param register string
---@return string
function M.label_of(register)
  return register == '+' and 'the clipboard' or ('register %s'):format(register)
end

--- Remember lines of this buffer, to compare other functions with.
---@param first integer counted from 1
---@param last integer
function M.select(first, last)
  local lines = vim.api.nvim_buf_get_lines(0, first - 1, last, false)
  local label = ('%s:%d-%d'):format(filename(0), first, last)
  selected = { text = table.concat(lines, '\n') .. '\n', label = label, language = vim.bo.filetype }
  say.info(('%s is remembered as a reference'):format(label))
end

--- Compare with what was selected before.
---@param whole boolean
function M.selection(whole)
  if not selected then
    say.error("nothing selected yet; :'<,'>CodeScore reference selection")
    return
  end
  M.set(selected, whole)
end

---@return codescore.Reference?
function M.selected()
  return selected
end

--- Run git beside a file.
---@param arguments string[]
---@param folder string
---@param done fun(ok: boolean, output: string)
local function git(arguments, folder, done)
  if vim.fn.executable('git') == 0 then
    done(false, 'git was not found on the PATH; install it')
    return
  end
  vim.system({ 'git', '-C', folder, unpack(arguments) }, { text = true }, function(result)
    vim.schedule(function()
      local failed = vim.split(vim.trim(result.stderr or ''), '\n')[1]
      done(result.code == 0, result.code == 0 and result.stdout or failed)
    end)
  end)
end

--- Compare with the same function, or the whole file, as it is in a commit.
---@param revision string
---@param whole boolean
function M.commit(revision, whole)
  local window, path = vim.api.nvim_get_current_win(), vim.api.nvim_buf_get_name(0)
  local folder, name = vim.fs.dirname(path), vim.fs.basename(path)
  if not client.need(0) then
    return
  elseif path == '' then
    say.error('this buffer is no file; write it first')
    return
  elseif revision:match('^%-') then
    say.error(("'%s' is no revision; name a commit, branch or tag"):format(revision))
    return
  end
  git({ 'show', ('%s:./%s'):format(revision, name) }, folder, function(ok, output)
    if not ok then
      say.error(('%s is not in commit %s (%s)'):format(name, revision, output))
    elseif vim.api.nvim_win_is_valid(window) then
      vim.api.nvim_win_call(window, function()
        M.of_commit({ text = output, label = ('%s@%s'):format(name, revision), language = vim.bo.filetype }, whole)
      end)
    end
  end)
end

--- The function at the cursor is compared with its namesake in the text of a commit.
---@param reference codescore.Reference
---@param whole boolean
function M.of_commit(reference, whole)
  if whole then
    M.set(reference, true)
    return
  end
  local bufnr, line = vim.api.nvim_get_current_buf(), vim.api.nvim_win_get_cursor(0)[1] - 1
  client.ask(bufnr, 'codescore/units', { uri = vim.uri_from_bufnr(bufnr) }, function(answer)
    local unit = require('codescore.verdicts').around(answer.units, line)
    if not unit then
      say.error('no function at the cursor; go to one, or :CodeScore! for the file')
      return
    end
    M.set(vim.tbl_extend('force', reference, { name = unit.name }), false)
  end)
end

--- Forget the reference of the function at the cursor, or all that were set in the file.
---@param whole boolean
function M.clear(whole)
  local window = vim.api.nvim_get_current_win()
  local bufnr, here = vim.api.nvim_win_get_buf(window), client.here(window)
  local params = { uri = here.uri, position = not whole and here.position or nil }
  client.ask(bufnr, 'codescore/clearReference', params, function(answer)
    local unit = type(answer.unit) == 'string' and answer.unit or nil
    if unit and held[bufnr] then
      held[bufnr][unit] = nil
    else
      held[bufnr] = nil
    end
    say.info(('%s is no longer compared with what you set'):format(unit or filename(bufnr)))
  end)
end

--- Say what the function at the cursor is compared with.
function M.tell()
  if not client.need(0) then
    return
  end
  local unit = require('codescore.verdicts').at_cursor(0)
  if unit then
    say.info(('%s is compared with %s'):format(unit.name, unit.verdict.reference))
  else
    say.warn(M.NOTHING)
  end
end

--- Give a server that just learned of a document what was set in it before.
---@param served_by vim.lsp.Client
---@param bufnr integer
local function repeat_all(served_by, bufnr)
  for unit, reference in vim.spairs(held[bufnr] or {}) do
    served_by:request('codescore/setReference', {
      uri = vim.uri_from_bufnr(bufnr),
      unit = unit ~= '' and unit or nil,
      reference = reference,
    }, function(err)
      if err then
        say.warn(('the reference of %s was lost: %s'):format(unit ~= '' and unit or filename(bufnr), err.message))
      end
    end, bufnr)
  end
end

---@param group integer
function M.follow(group)
  vim.api.nvim_create_autocmd('LspNotify', {
    group = group,
    callback = function(event)
      local served_by = vim.lsp.get_client_by_id(event.data.client_id)
      if served_by and served_by.name == client.NAME and event.data.method == 'textDocument/didOpen' then
        repeat_all(served_by, event.buf)
      end
    end,
  })
  vim.api.nvim_create_autocmd('BufDelete', {
    group = group,
    callback = function(event)
      held[event.buf] = nil
    end,
  })
end

return M
