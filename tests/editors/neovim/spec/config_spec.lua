local config = require('codescore.config')

describe('configuration', function()
  it('has defaults for everything', function()
    local options, complaints = config.resolve({})
    assert.same({}, complaints)
    assert.equal('full', options.badges)
    assert.equal(20, options.settings.pause)
    assert.equal(nil, options.cmd)
  end)

  it('takes what is right and leaves the defaults as they were', function()
    local options, complaints = config.resolve({
      cmd = { 'uvx', 'codescore', 'serve' },
      badges = 'quiet',
      settings = { threshold = 0.7, severity = 'hint' },
    })
    assert.same({}, complaints)
    assert.equal('quiet', options.badges)
    assert.same({ threshold = 0.7, severity = 'hint', pause = 20 }, options.settings)
    assert.same({ pause = 20 }, config.defaults.settings)
  end)

  it('names each wrong value in one line and falls back', function()
    local options, complaints = config.resolve({
      badges = 'loud',
      cmd = {},
      details = 'yes',
      restarts = 1.5,
      settings = { threshold = 2, pause = -1, severity = 'fatal', bundle = 7, allowOutsideReferences = 'no' },
    })
    assert.same(config.defaults, options)
    assert.same(
      {
        "badges: expected 'off', 'quiet' or 'full', got loud",
        'details: expected true or false, got yes',
        'restarts: expected a number from 0 to 100, got 1.5',
        'settings.allowOutsideReferences: expected a boolean, got no',
        'settings.bundle: expected a string, got 7',
        'settings.pause: expected a whole number from 0 to 10000, got -1',
        'settings.severity: expected one of error, hint, information, warning, got fatal',
        'settings.threshold: expected a number from 0 to 1, got 2',
      },
      vim.tbl_filter(function(line)
        return not line:match('^cmd')
      end, complaints)
    )
    assert.matches('^cmd: expected a path, or a command as a list of strings, got table', complaints[2])
  end)

  it('names what it does not know, with what it does', function()
    local _, complaints = config.resolve({ badge = 'off', settings = { treshold = 0.5 } })
    assert.matches('^badge: there is no such option; known are badges, cmd, ', complaints[1])
    assert.matches('^settings.treshold: there is no such setting; known are allowOutsideReferences, ', complaints[2])
  end)

  it('is a table', function()
    local options, complaints = config.resolve('full')
    assert.same(config.defaults, options)
    assert.same({ 'configuration: expected a table, got string' }, complaints)
  end)
end)
