-- A function beside its reference, as a diff in a tab of its own: their sources, or the sketches that the model reads.
local client = require('codescore.client')
local windows = require('codescore.windows')

local M = {}

---@alias codescore.Side { label: string, unit: string, source: string, sketch: string, uri?: string, range: lsp.Range }
---@alias codescore.Comparison { candidate: codescore.Side, reference: codescore.Side, verdict: table }

--- The line above one side. Pure.
---@param role string
---@param side codescore.Side
---@param verdict? table
---@return string
function M.title(role, side, verdict)
  local name = ('%s %s#%s'):format(role, side.label, side.unit)
  return verdict and ('%s · %s'):format(name, require('codescore.score').words(verdict)) or name
end

---@param role string
---@param side codescore.Side
---@param what 'source'|'sketch'
---@return integer bufnr
local function buffer(role, side, what)
  local name = ('codescore://%s/%s/%s#%s'):format(role, what, side.label, side.unit)
  return windows.buffer(name, vim.split(side[what], '\n'))
end

---@param window integer
---@param bufnr integer
---@param filetype string
---@param title string
local function put(window, bufnr, filetype, title)
  vim.api.nvim_win_set_buf(window, bufnr)
  vim.bo[bufnr].filetype = filetype -- only now: highlighting belongs to a window that shows the buffer
  vim.wo[window].winbar = ' ' .. title:gsub('%%', '%%%%') .. '%<'
  vim.api.nvim_win_call(window, vim.cmd.diffthis)
end

--- Show the two sides in the windows of the current tab.
---@param comparison codescore.Comparison
---@param what 'source'|'sketch'
---@param filetype string
local function show(comparison, what, filetype)
  local reference, candidate = comparison.reference, comparison.candidate
  local right = vim.api.nvim_get_current_win()
  vim.cmd('leftabove vsplit')
  local left = vim.api.nvim_get_current_win()
  put(left, buffer('reference', reference, what), filetype, M.title('reference', reference))
  put(right, buffer('candidate', candidate, what), filetype, M.title('candidate', candidate, comparison.verdict))
  vim.api.nvim_set_current_win(right)
  for _, window in ipairs({ left, right }) do
    local bufnr = vim.api.nvim_win_get_buf(window)
    vim.keymap.set('n', 'q', '<Cmd>tabclose<CR>', { buffer = bufnr, desc = 'close the comparison' })
    vim.keymap.set('n', 's', function()
      vim.cmd('silent! only')
      show(comparison, what == 'source' and 'sketch' or 'source', filetype)
    end, { buffer = bufnr, desc = 'sources or sketches' })
  end
end

--- Compare a unit of a buffer with its reference.
---@param bufnr integer
---@param address table as `codescore/compare` takes it
---@param what? 'source'|'sketch'
function M.open(bufnr, address, what)
  local filetype = vim.bo[bufnr].filetype
  client.ask(bufnr, 'codescore/compare', address, function(comparison)
    vim.cmd.tabnew()
    vim.bo.bufhidden = 'wipe'
    show(comparison, what or 'source', filetype)
  end)
end

return M
