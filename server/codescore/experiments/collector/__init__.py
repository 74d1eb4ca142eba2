"""A lab's collector: participants' events over HTTP into one database, and the client that sends them there.

`application` answers requests, `database` keeps what they bring, `tokens` and `limits` decide who may send how much,
`serve` listens; `client` and `outbox` are the participant's side.  Nothing here runs inside the language server, and
nothing is sent anywhere before a participant names a collector.  Needs the extra `experiments` (the client does not).
"""
