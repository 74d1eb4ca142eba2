-- A function beside its reference, as a diff in a tab of its own: their sources, or the sketches that the model reads.
local client = require('codescore.client')
local windows = require('codescore.windows')

local M = {}

---@alias codescore.Side { label: string, unit: string, source: string, sketch: string, uri?: string, range: lsp.Range }
---@alias codescore.Counterexample { input: string, expected: string, got: string, test: string }

---@class codescore.Comparison
---@field candidate codescore.Side
---@field reference codescore.Side
---@field verdict table
---@field counterexample? codescore.Counterexample

--- The line above one side. Pure.
---@param role string
---@param side codescore.Side
---@param said? string
---@return string
function M.title(role, side, said)
  local name = ('%s %s#%s'):format(role, side.label, side.unit)
  return said and ('%s · %s'):format(name, said) or name
end

--- What is said of the reference and of the candidate: what each gave for an input, else the verdict. Pure.
---@param comparison codescore.Comparison
---@return string? of_reference
---@return string of_candidate
function M.sayings(comparison)
  local shown = comparison.counterexample
  if shown then
    return ('%s: %s'):format(shown.input, shown.expected), ('%s: %s'):format(shown.input, shown.got)
  end
  return nil, require('codescore.score').words(comparison.verdict)
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
  local theirs, ours = M.sayings(comparison)
  put(left, buffer('reference', reference, what), filetype, M.title('reference', reference, theirs))
  put(right, buffer('candidate', candidate, what), filetype, M.title('candidate', candidate, ours))
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
---@param counterexample? codescore.Counterexample
function M.open(bufnr, address, what, counterexample)
  local filetype = vim.bo[bufnr].filetype
  client.ask(bufnr, 'codescore/compare', address, function(comparison)
    vim.cmd.tabnew()
    vim.bo.bufhidden = 'wipe'
    comparison.counterexample = counterexample
    show(comparison, what or 'source', filetype)
  end)
end

--- The same with the input on which the two were seen to differ.
---@param bufnr integer
---@param address table
function M.on_input(bufnr, address)
  client.ask(bufnr, 'codescore/counterexample', address, function(counterexample)
    M.open(bufnr, address, 'source', counterexample)
  end)
end

return M
