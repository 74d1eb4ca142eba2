std = 'luajit'
globals = { 'vim' }
max_line_length = 125
files['lua/codescore/settings.lua'] = { max_line_length = false } -- generated
files['spec'] = { globals = { 'describe', 'it', 'assert' }, ignore = { '122' } } -- the tests' own words
