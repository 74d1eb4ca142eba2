-- What other configuration may rely on: `setup`, `statusline`, `toggle`, `verdict`.
local M = {}

--- Configure; optional, and possible at any time. See :help codescore-config.
---@param given? codescore.Config
function M.setup(given)
  require('codescore.config').set(given or {})
  require('codescore.lsp').reconfigure()
  require('codescore.badges').reset()
end

--- For a status line: `%{%v:lua.require'codescore'.statusline()%}`.
---@return string
function M.statusline()
  return require('codescore.statusline').text(vim.g.statusline_winid or vim.api.nvim_get_current_win())
end

--- Show badges as wanted; without a wish: off, or as configured.
---@param wanted? codescore.Badges
---@return codescore.Badges
function M.toggle(wanted)
  return require('codescore.badges').toggle(wanted)
end

--- The unit at the cursor with its verdict; nil where nothing is compared.
---@return codescore.Unit?
function M.verdict()
  return require('codescore.verdicts').at_cursor(0)
end

return M
