describe('restarts', function()
  local delay = require('codescore.revive').delay

  it('wait twice as long each time, and end', function()
    local waits = vim.tbl_map(function(count)
      return delay(count, 3, 500) or 'given up'
    end, { 1, 2, 3, 4 })
    assert.same({ 500, 1000, 2000, 'given up' }, waits)
  end)

  it('wait at most a minute', function()
    assert.equal(60000, delay(50, 100, 500))
    assert.equal(nil, delay(1, 0, 500))
  end)
end)

describe('badges', function()
  local pieces = require('codescore.badges').pieces
  local good = { badge = '✓ 1.00', score = 1, current = true, reference = 'r.py#f' }
  local bad = { badge = '✗ 0.20', score = 0, current = true, reference = 'r.py#f', reason = 'line 2: `+` became `-`' }

  it('are for all, for what does not score 1, or for none', function()
    assert.same({ { '✓ 1.00', 'CodeScoreGood' } }, pieces(good, 'full', false, false))
    assert.equal(nil, pieces(good, 'quiet', false, false))
    assert.same({ { '✗ 0.20', 'CodeScoreBad' } }, pieces(bad, 'quiet', false, false))
    assert.equal(nil, pieces(bad, 'off', true, false))
  end)

  it('name reference and reason where wanted, not longer than a line', function()
    assert.equal(' · line 2: `+` became `-` · r.py#f', pieces(bad, 'full', true, false)[2][1])
    assert.equal(' · r.py#f', pieces(good, 'full', true, false)[2][1])
    local long = vim.tbl_extend('force', bad, { reason = ('é'):rep(200) })
    assert.equal(70, vim.fn.strdisplaywidth(pieces(long, 'full', true, false)[2][1]))
  end)

  it('of older text and without a model look different', function()
    assert.equal(
      'CodeScoreStale',
      pieces(vim.tbl_extend('force', bad, { current = false }), 'full', false, false)[1][2]
    )
    assert.same({ '✓ 1.00 …', 'CodeScoreStale' }, pieces(good, 'full', false, true)[1])
    assert.equal('CodeScoreUnknown', pieces({ badge = '? no model', current = true }, 'full', false, false)[1][2])
  end)
end)

describe('units', function()
  it('are found by line: the innermost', function()
    local function unit(name, first, last)
      return { name = name, range = { start = { line = first }, ['end'] = { line = last } } }
    end
    local units = { unit('outer', 0, 9), unit('inner', 2, 4), unit('next', 12, 13) }
    local around = require('codescore.verdicts').around
    local names = vim.tbl_map(function(line)
      local found = around(units, line)
      return found and found.name or '-'
    end, { 0, 2, 4, 5, 10, 13 })
    assert.same({ 'outer', 'inner', 'inner', 'outer', '-', 'next' }, names)
  end)
end)

describe('ranking', function()
  local rank = require('codescore.rank')

  it('by agreement: mean similarity to the others, not to itself', function()
    local order = rank.agreement({ { 1, 0.2, 0.4 }, { 0.2, 1, 0.9 }, { 0.5, 0.9, 1 } })
    assert.same(
      { 3, 2, 1 },
      vim.tbl_map(function(one)
        return one.index
      end, order)
    )
    assert(math.abs(order[1].mean - 0.7) < 1e-9)
  end)

  it('is written with places and a signature', function()
    local lines =
      rank.lines('against r', { { label = 'a', words = '✓ 1.00' }, { label = 'b', words = '✗ 0.10' } }, 'sig')
    assert.same({ 'against r', '', ' 1. ✓ 1.00  a', ' 2. ✗ 0.10  b', '', 'sig' }, lines)
  end)
end)

describe('words', function()
  local score = require('codescore.score')

  it('for verdicts', function()
    assert.equal('✓ 0.93', score.words({ score = 1, similarity = 0.93, compiles = true }))
    assert.equal('✗ 0.49', score.words({ score = 0, similarity = 0.499, compiles = true }))
    assert.equal('✗ 0.29', score.words({ score = 0, similarity = 0.29, compiles = true }))
    assert.equal('does not compile', score.words({ score = 0, compiles = false }))
    assert.equal('no similarity: there is no model', score.words({ compiles = true }))
  end)

  it('above the sides of a comparison', function()
    local side = { label = 'a.py', unit = 'f' }
    local compare = require('codescore.compare')
    assert.equal('reference a.py#f', compare.title('reference', side))
    assert.equal('candidate a.py#f · ✗ 0.29', compare.title('candidate', side, '✗ 0.29'))
    local verdict = { score = 0, similarity = 0.29, compiles = true }
    assert.same({ n = 2, nil, '✗ 0.29' }, vim.F.pack_len(compare.sayings({ verdict = verdict })))
    local shown = { input = 'f(2)', expected = '3', got = '4' }
    assert.same({ 'f(2): 3', 'f(2): 4' }, { compare.sayings({ verdict = verdict, counterexample = shown }) })
  end)
end)

describe('the command line', function()
  local complete = require('codescore.commands').complete

  it('completes words and what follows them', function()
    assert.same({ 'rank', 'reference', 'restart' }, complete('r', 'CodeScore r'))
    assert.same({ 'clear', 'clipboard', 'commit' }, complete('c', "'<,'>CodeScore! reference c"))
    assert.same({ 'sources', 'sketches' }, complete('s', 'CodeScore compare s'))
    assert.same({}, complete('', 'CodeScore nonsense '))
    assert.same({}, complete('', 'CodeScore status '))
  end)

  it('completes registers that hold something', function()
    vim.fn.setreg('q', 'def f(): pass')
    assert.same({ 'q' }, complete('q', 'CodeScore reference register q'))
    assert.same({ 'q' }, complete('q', 'CodeScore rank registers a q'))
    assert.same({ 'q' }, complete('q', 'CodeScore score register q'))
  end)

  it('has a purpose for every word', function()
    for name, command in pairs(require('codescore.commands').commands) do
      assert(command.about ~= '' and type(command.run) == 'function', name)
    end
  end)
end)
