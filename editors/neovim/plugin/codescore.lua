-- Defines `:CodeScore`. Nothing is loaded until it is used, nothing is started until `vim.lsp.enable('codescore')`.
if vim.g.loaded_codescore then
  return
end
vim.g.loaded_codescore = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('CodeScore: needs Neovim 0.11 or newer; this is ' .. tostring(vim.version()), vim.log.levels.ERROR)
  return
end

vim.api.nvim_create_user_command('CodeScore', function(call)
  require('codescore.commands').run(call)
end, {
  nargs = '*',
  bang = true,
  range = true,
  desc = 'How close is this function to its reference? See :help codescore',
  complete = function(lead, line)
    return require('codescore.commands').complete(lead, line)
  end,
})
