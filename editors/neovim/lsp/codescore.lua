-- What `vim.lsp.enable('codescore')` starts. Anything here can be overridden with `vim.lsp.config('codescore', {…})`.
return require('codescore.lsp').config()
