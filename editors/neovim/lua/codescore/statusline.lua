-- One piece of a status line: the verdict on the function at the cursor, or what the server is about.
local client = require('codescore.client')
local verdicts = require('codescore.verdicts')

local M = {}

---@param text string
---@return string
local function escaped(text)
  return (text:gsub('%%', '%%%%'))
end

--- What to show for a window: nothing where no server serves its buffer.
---@param window integer
---@return string
function M.text(window)
  local served_by = client.of(vim.api.nvim_win_get_buf(window))
  if not served_by then
    return ''
  end
  local status = verdicts.status(served_by.id)
  if status and status.health == 'error' then
    return 'CodeScore ! no model'
  end
  local unit = verdicts.at_cursor(window)
  if unit then
    return escaped(('CodeScore %s %s'):format(unit.verdict.badge, unit.name))
  elseif status and not status.quiescent then
    return 'CodeScore …'
  end
  return status and status.health == 'warning' and 'CodeScore !' or 'CodeScore'
end

return M
