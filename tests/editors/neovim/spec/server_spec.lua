local config = require('codescore.config')
local server = require('codescore.server')

-- A program that can be run, in a folder of its own.
local function program(...)
  local path = vim.fs.joinpath(vim.fn.tempname(), ...)
  vim.fn.mkdir(vim.fs.dirname(path), 'p')
  vim.fn.writefile({ '#!/bin/sh' }, path)
  vim.fn.setfperm(path, 'rwxr-xr-x')
  return path
end

describe('the server', function()
  local own, environment, on_path = program('own'), program('env', 'bin', 'codescore'), program('path', 'codescore')
  local function set(cmd, root, path)
    config.set({ cmd = cmd })
    vim.env.VIRTUAL_ENV, vim.env.PATH = root, path
  end
  local root, folder = vim.fs.dirname(vim.fs.dirname(environment)), vim.fs.dirname(on_path)

  it('is what was configured, before all else', function()
    set(own, root, folder)
    assert.same({ program = { own }, serve = { own, 'serve' }, origin = 'configuration' }, server.find())
    set({ own, '-m', 'codescore', 'serve' }, root, folder)
    local found = server.find()
    assert.same({ own, '-m', 'codescore', 'serve' }, found.serve)
    assert.same({ own, '-m', 'codescore' }, found.program)
  end)

  it('is of the active Python environment, then of the PATH', function()
    set(nil, root, folder)
    assert.same({ environment, 'serve' }, server.find().serve)
    set(nil, '/nowhere', folder)
    assert.same({ on_path, 'serve' }, server.find().serve)
    assert.equal('PATH', server.find().origin)
  end)

  it('may be missing: one line says what to do', function()
    set(nil, nil, '/nowhere')
    local found, problem = server.find()
    assert.equal(nil, found)
    assert.equal('no server found; :checkhealth codescore says what to do', problem)
    set('/nowhere/codescore', root, folder)
    found, problem = server.find()
    assert.equal(nil, found)
    assert.matches("^cmd = '/nowhere/codescore' cannot be run", problem)
  end)
end)
