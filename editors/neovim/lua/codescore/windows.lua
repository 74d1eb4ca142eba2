-- Windows of our own: a list below, a float at the cursor. `q` closes them.
local M = {}

--- A buffer that belongs to no file, with some text.
---@param name string
---@param lines string[]
---@return integer bufnr
function M.buffer(name, lines)
  local former = vim.fn.bufnr('^' .. vim.fn.escape(name, '[]*?{}\\^$,') .. '$')
  if former ~= -1 then
    vim.api.nvim_buf_delete(former, { force = true })
  end
  local bufnr = vim.api.nvim_create_buf(false, true)
  vim.bo[bufnr].bufhidden = 'wipe'
  vim.api.nvim_buf_set_name(bufnr, name)
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  return bufnr
end

--- Show a text in a window below.
---@param name string
---@param lines string[]
---@param filetype? string
---@return integer bufnr
function M.below(name, lines, filetype)
  local bufnr = M.buffer(name, lines)
  vim.cmd(('botright %dsplit'):format(math.max(3, math.min(#lines + 1, 15))))
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.bo[bufnr].filetype = filetype or 'codescore'
  vim.wo[0].number, vim.wo[0].relativenumber, vim.wo[0].wrap = false, false, false
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, desc = 'close' })
  return bufnr
end

--- Show Markdown at the cursor, as hover does.
---@param markdown string
function M.float(markdown)
  vim.lsp.util.open_floating_preview(vim.split(markdown, '\n'), 'markdown', {
    border = 'rounded',
    focus_id = 'codescore',
    max_width = 100,
    wrap = true,
  })
end

return M
