create table computers (
  id uuid primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  name text not null,
  -- The name as it is compared: normalised and in lower case.
  name_key text not null,
  provider_type text not null check (provider_type in ('byom', 'managed')),
  status text not null check (status in ('provisioning', 'active', 'error')),
  hostname text,
  remote_user text,
  provisioning_steps json not null,
  credential_hash bytea not null,
  created_at bigint not null,
  constraint computers_name_unique unique (organization_id, name_key)
);
create index computers_by_age on computers (organization_id, created_at desc, id desc);

-- Sessions, messages and the audit log do not reference organizations: every insert would lock that one row.
create table sessions (
  id uuid primary key,
  organization_id uuid not null,
  user_id uuid not null,
  computer_id uuid,
  status text not null check (status in ('idle', 'pending', 'running')),
  message_count integer not null default 0,
  title text,
  settings json not null,
  token_usage json,
  created_at bigint not null,
  updated_at bigint not null,
  completed_at bigint
);
create index sessions_by_age on sessions (organization_id, created_at desc, id desc);
create index sessions_by_user on sessions (organization_id, user_id, created_at desc, id desc);
create index sessions_by_computer on sessions (computer_id) where computer_id is not null;
-- For the hourly look at what has expired. A block range index, unlike a tree, is not touched by each new message.
create index sessions_by_update on sessions using brin (updated_at);

create table messages (
  session_id uuid not null references sessions on delete cascade,
  -- The place in the session, from 1. It orders messages that were made in the same millisecond.
  seq integer not null,
  organization_id uuid not null,
  id uuid not null,
  role text not null check (role in ('user', 'assistant', 'tool', 'system')),
  content json not null,
  -- The optional fields of the message.
  details json not null default '{}',
  user_id uuid,
  created_at bigint not null,
  updated_at bigint not null,
  primary key (session_id, seq)
);
create unique index messages_by_id on messages (session_id, id);

-- Messages that wait for their computer, in order.
create table message_queue (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  computer_id uuid not null,
  session_id uuid not null references sessions on delete cascade,
  message_id uuid not null,
  queued_at bigint not null
);
create index message_queue_by_computer on message_queue (computer_id, id);
create index message_queue_by_session on message_queue (session_id);
