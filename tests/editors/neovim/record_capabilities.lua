-- Prints, as JSON, what this Neovim with this plugin says of itself when it starts the server.
-- Usage: nvim --headless --clean -l record_capabilities.lua PLUGIN
vim.opt.runtimepath:prepend(_G.arg[1])
local said
vim.lsp.config('codescore', {
  root_dir = vim.fn.getcwd(),
  cmd = function()
    return {
      request = function(method, params)
        said = method == 'initialize' and params or said
        return true, 1
      end,
      notify = function()
        return true
      end,
      is_closing = function()
        return false
      end,
      terminate = function() end,
    }
  end,
})
local configuration = vim.lsp.config.codescore
vim.lsp.start(configuration, { attach = false })
vim.wait(5000, function()
  return said ~= nil
end, 5)
io.stdout:write(vim.json.encode({
  client = said.clientInfo,
  capabilities = said.capabilities,
}))
os.exit(0)
