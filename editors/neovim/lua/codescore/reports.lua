-- Events on their way to the server: told in order, kept until it says that they are on disk, told again to the next server.
-- An event counts once by its id, so that telling twice is telling once.
local M = {}

local MOST = 10000
local AGAIN_MS = 500 -- until a server that does not know its settings yet is asked again

---@class codescore.Report
---@field event table
---@field uri? string
---@field version? integer
---@field range? lsp.Range
---@field text? string

---@type codescore.Report[]
local kept = {}
---@type table<string, integer> by id, the client that was told
local told = {}
local ready ---@type integer? the client that is known to record
local asking ---@type integer? the client that is asked whether it does

---@return vim.lsp.Client?
local function client_of()
  return vim.lsp.get_clients({ name = 'codescore' })[1]
end

---@param id string
local function forget(id)
  told[id] = nil
  kept = vim.tbl_filter(function(report)
    return report.event.id ~= id
  end, kept)
end

---@param report codescore.Report
---@param client vim.lsp.Client
---@param done fun()
local function send(report, client, done)
  told[report.event.id] = client.id
  local bufnr = report.uri and vim.uri_to_bufnr(report.uri) or 0
  local sent = client:request('codescore/event', report, function(err, answer)
    if err or (not answer.recording and not answer.later) then
      forget(report.event.id) -- refused, off, or it cannot be: the server has told the person why
    elseif answer.later then
      told[report.event.id] = nil
      vim.defer_fn(done, AGAIN_MS)
      return
    else
      ready = client.id
    end
    done()
  end, bufnr)
  if not sent then
    told[report.event.id] = nil
  end
end

--- Tell what was not told yet: one after the other until the server is known to record, then at once, so that what is
--- told of a version of a text comes before the text goes on.
function M.pump()
  local client = client_of()
  if not client or not client.initialized then
    return
  end
  for _, report in ipairs(vim.list_slice(kept)) do
    if told[report.event.id] ~= client.id then
      if ready == client.id then
        send(report, client, function() end)
      elseif asking ~= client.id then
        asking = client.id
        send(report, client, function()
          asking = nil
          M.pump()
        end)
        return
      else
        return
      end
    end
  end
end

--- Tell the server, now and again until it has confirmed.
---@param report codescore.Report
function M.tell(report)
  if #kept < MOST then
    table.insert(kept, report)
    M.pump()
  end
end

--- Tell the server something that is worth nothing later.
---@param report codescore.Report
function M.mention(report)
  local client = client_of()
  if client then
    client:notify('codescore/event', report)
  end
end

--- `codescore/recorded`.
---@param params { ids: string[] }
function M.recorded(params)
  vim.iter(params.ids):each(forget)
end

--- Another server has come, or one has gone.
function M.restart()
  ready, asking = nil, nil
  vim.schedule(M.pump)
end

--- How many events are not known to be on disk.
---@return integer
function M.waiting()
  return #kept
end

return M
