-- Messages to the person: one line each, with the plugin's name; errors say what to do.
local M = {}

---@param level integer
---@param text string
local function notify(level, text)
  local line = 'CodeScore: ' .. text:gsub('%s*\n%s*', ' ')
  -- Always later: an error message inside an autocommand would abort it.
  vim.schedule(function()
    vim.notify(line, level)
  end)
end

---@param text string
function M.info(text)
  notify(vim.log.levels.INFO, text)
end

---@param text string
function M.warn(text)
  notify(vim.log.levels.WARN, text)
end

---@param text string
function M.error(text)
  notify(vim.log.levels.ERROR, text)
end

return M
