-- A plugin that suggests, as the common ones do: virtual text at the cursor that is drawn anew at each key, taken by
-- edits of the whole line.  It offers what `texts` holds for the words before ` = `; nothing of it knows who is watching.
local M = {}

local namespace = vim.api.nvim_create_namespace('copilot.suggestion')
local current -- { row, start, text }

M.texts = {}

local function clear()
  vim.api.nvim_buf_clear_namespace(0, namespace, 0, -1)
end

local function draw()
  clear()
  local cursor = vim.api.nvim_win_get_cursor(0)
  local row, col = cursor[1] - 1, cursor[2]
  local line = vim.api.nvim_get_current_line()
  local behind = current and line:sub(current.start + 1, col) or ''
  if current and (current.row ~= row or col < current.start or not vim.startswith(current.text, behind)) then
    current = nil
  end
  local name = line:sub(1, col):match('^%s*(%w+) = $')
  if not current and name and M.texts[name] then
    current = { row = row, start = col, text = M.texts[name] }
    M.texts[name] = nil
  end
  local rest = current and current.text:sub(col - current.start + 1) or ''
  if rest ~= '' then
    vim.api.nvim_buf_set_extmark(0, namespace, row, col, { virt_text = { { rest, 'Comment' } }, virt_text_pos = 'inline' })
  end
end

local function put(text)
  local row = current.row
  local line = vim.api.nvim_get_current_line()
  local cursor = vim.api.nvim_win_get_cursor(0)[2]
  local whole = line:sub(1, current.start) .. text
  local edit = {
    range = { start = { line = row, character = 0 }, ['end'] = { line = row, character = cursor } },
    newText = whole,
  }
  clear()
  vim.schedule(function()
    vim.api.nvim_feedkeys(vim.keycode('<Space><Left><Del>'), 'n', false) -- keeps the indentation
    vim.lsp.util.apply_text_edits({ edit }, vim.api.nvim_get_current_buf(), 'utf-8')
    vim.api.nvim_win_set_cursor(0, { row + 1, #whole })
    draw()
  end)
end

function M.accept(part)
  if current then
    put(part and part(current) or current.text)
  end
end

function M.accept_word()
  M.accept(function(one)
    local _, last = one.text:find('%s*%p*[^%s%p]*', vim.api.nvim_win_get_cursor(0)[2] - one.start + 1)
    return one.text:sub(1, last)
  end)
end

function M.dismiss()
  current = nil
  clear()
end

function M.setup()
  package.loaded['copilot.suggestion'] = M
  for key, name in pairs({ ['<Tab>'] = 'accept', ['<C-l>'] = 'accept_word', ['<C-]>'] = 'dismiss' }) do
    vim.keymap.set('i', key, function()
      M[name]()
    end)
  end
  vim.api.nvim_create_autocmd({ 'TextChangedI', 'CursorMovedI' }, { callback = draw })
  vim.api.nvim_create_autocmd('InsertLeave', { callback = M.dismiss })
end

return M
