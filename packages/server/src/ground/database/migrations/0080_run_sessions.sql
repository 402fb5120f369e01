-- Nodes of the service. A node that did not renew its row for a while is dead; a crash of Postgres loses only rows that
-- are written again within seconds.
create unlogged table nodes (
  id uuid primary key,
  renewed_at timestamptz not null default now()
);

alter table computers
  -- Grows with each connection: what an older connection still sends is refused.
  add epoch bigint not null default 0,
  -- The node that has the connection; null while the computer is not connected.
  add node_id uuid,
  add connected_at bigint,
  add disconnected_at bigint,
  -- What the computer said of itself when it connected last.
  add daemon json,
  -- When one connection replaced another that still lived, newest last.
  add replaced_at json not null default '[]';
create index computers_by_node on computers (node_id) where node_id is not null;
create index computers_gone on computers (disconnected_at) where node_id is null and disconnected_at is not null;

alter table sessions
  -- Grows with each change, so that a watcher can ask for everything since.
  add version bigint not null default 1,
  add status_reason text,
  -- Whether its computer is away, while the session is not idle.
  add is_offline boolean not null default false,
  -- The turn that is running: the id of the message that it began with.
  add turn_id uuid,
  -- The last update of the turn that is stored.
  add turn_seq integer not null default 0,
  -- The tokens of the running turn so far; they are added to token_usage when it ends.
  add turn_usage json,
  add turns integer not null default 0,
  -- The place of the newest message. Messages can be taken back, so that there may be fewer than this.
  add last_seq integer not null default 0;
update sessions set last_seq = message_count;

alter table messages
  -- The version of the session with which the message was written or changed last.
  add revision bigint not null default 1;
create index messages_by_revision on messages (session_id, revision);

create table permissions (
  session_id uuid not null references sessions on delete cascade,
  id text not null,
  organization_id uuid not null,
  turn_id uuid not null,
  status text not null check (status in ('pending', 'allowed', 'rejected', 'cancelled')),
  -- What the agent asked for, as it asked.
  request json not null,
  option_id text,
  created_at bigint not null,
  decided_at bigint,
  decided_by uuid,
  revision bigint not null,
  primary key (session_id, id)
);
create index permissions_by_revision on permissions (session_id, revision);
