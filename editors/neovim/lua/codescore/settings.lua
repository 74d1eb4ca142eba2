-- Generated from the server's settings by generate.py; do not edit.

--- What the server is told (section `codescore`). What is left out is as the server says.
---@class codescore.Settings
---@field threshold? number Similarity that a function must exceed to score 1. Empty: as the model's bundle says.
---@field pooling? string Which of the model's vectors are compared. Empty: as the model's bundle says.
---@field bundle? string Folder of the model bundle. Empty: the one chosen with `codescore model use`. Yours only: no workspace may set it.
---@field badges? 'both'|'hints'|'lens'|'line'|'off' Show the score of every compared function: above it (lens), beside it (hints), or both; line leaves it to the editor, which draws it at the end of the line.
---@field badgeDetail? 'full'|'quiet' Badges on all compared functions (full), or only where one does not score 1 (quiet).
---@field problems? 'all'|'off'|'referenced' Report code that does not compile: all, in functions with a reference, or none.
---@field severity? 'error'|'hint'|'information'|'warning' How loudly a function whose similarity is below the threshold is reported.
---@field allowOutsideReferences? boolean Let comments and codescore.toml name references and libraries outside the workspace. Yours only: no workspace may set it.
---@field maxFileBytes? integer Files larger than this are neither checked nor scored.
---@field evidence? boolean When typing rests, run compared functions beside their references in a sandbox and report an input on which they differ. Your code is executed, without network, files or other processes. Yours only: no workspace may set it.
---@field evidenceSeconds? number Seconds for finding inputs, for each pair of functions.
---@field library? string Modules, packages and folders of them that programs may import when they are run, with `:` between them (`;` on Windows); in the workspace, unless allowOutsideReferences is on.
---@field environment? string A virtual environment whose packages programs may import when they are run; in the workspace, unless allowOutsideReferences is on.
---@field experiment? boolean Record what happens to inline suggestions, for an experiment, in a file on this machine that `codescore experiment init` made. Nothing is sent anywhere. Yours only: no workspace may set it.
---@field experimentStore? string The file that suggestions are recorded in. Empty: where `codescore experiment init` put it. Yours only: no workspace may set it.
---@field pause? integer Milliseconds without typing before code is compiled and scored.

local M = {}

M.version = '0.1.0'
M.filetypes = { 'c', 'cpp', 'cs', 'csharp', 'go', 'java', 'javascript', 'javascriptreact', 'kotlin', 'php', 'python', 'ruby', 'rust', 'swift', 'typescript', 'typescriptreact' }
M.endings = { '.c', '.c++', '.cc', '.cjs', '.cpp', '.cs', '.csx', '.cts', '.cxx', '.go', '.h', '.h++', '.hh', '.hpp', '.hxx', '.java', '.js', '.jsx', '.kt', '.kts', '.mjs', '.mts', '.php', '.py', '.pyi', '.pyw', '.rb', '.rs', '.swift', '.ts', '.tsx' }

---@class codescore.Option
---@field type 'string'|'number'|'integer'|'boolean'
---@field minimum? number
---@field maximum? number
---@field values? string[]
---@field default? string|number|boolean
---@field about string

---@type table<string, codescore.Option>
M.options = {
  threshold = {
    type = 'number',
    minimum = 0,
    maximum = 1,
    about = "Similarity that a function must exceed to score 1. Empty: as the model's bundle says.",
  },
  pooling = {
    type = 'string',
    about = "Which of the model's vectors are compared. Empty: as the model's bundle says.",
  },
  bundle = {
    type = 'string',
    about = 'Folder of the model bundle. Empty: the one chosen with `codescore model use`.',
  },
  badges = {
    type = 'string',
    values = { 'both', 'hints', 'lens', 'line', 'off' },
    default = 'off',
    about = 'Show the score of every compared function: above it (lens), beside it (hints), or both; line leaves it to the editor, which draws it at the end of the line.',
  },
  badgeDetail = {
    type = 'string',
    values = { 'full', 'quiet' },
    default = 'full',
    about = 'Badges on all compared functions (full), or only where one does not score 1 (quiet).',
  },
  problems = {
    type = 'string',
    values = { 'all', 'off', 'referenced' },
    default = 'all',
    about = 'Report code that does not compile: all, in functions with a reference, or none.',
  },
  severity = {
    type = 'string',
    values = { 'error', 'hint', 'information', 'warning' },
    default = 'warning',
    about = 'How loudly a function whose similarity is below the threshold is reported.',
  },
  allowOutsideReferences = {
    type = 'boolean',
    default = false,
    about = 'Let comments and codescore.toml name references and libraries outside the workspace.',
  },
  maxFileBytes = {
    type = 'integer',
    minimum = 1000,
    maximum = 50000000,
    default = 1000000,
    about = 'Files larger than this are neither checked nor scored.',
  },
  evidence = {
    type = 'boolean',
    default = false,
    about = 'When typing rests, run compared functions beside their references in a sandbox and report an input on which they differ. Your code is executed, without network, files or other processes.',
  },
  evidenceSeconds = {
    type = 'number',
    minimum = 0.2,
    maximum = 60,
    default = 2.0,
    about = 'Seconds for finding inputs, for each pair of functions.',
  },
  library = {
    type = 'string',
    about = 'Modules, packages and folders of them that programs may import when they are run, with `:` between them (`;` on Windows); in the workspace, unless allowOutsideReferences is on.',
  },
  environment = {
    type = 'string',
    about = 'A virtual environment whose packages programs may import when they are run; in the workspace, unless allowOutsideReferences is on.',
  },
  experiment = {
    type = 'boolean',
    default = false,
    about = 'Record what happens to inline suggestions, for an experiment, in a file on this machine that `codescore experiment init` made. Nothing is sent anywhere.',
  },
  experimentStore = {
    type = 'string',
    about = 'The file that suggestions are recorded in. Empty: where `codescore experiment init` put it.',
  },
  pause = {
    type = 'integer',
    minimum = 0,
    maximum = 10000,
    default = 80,
    about = 'Milliseconds without typing before code is compiled and scored.',
  },
}

return M
