alter table sessions
  -- What the running turn has used by model and day, and what the turns before it have. The column turn_model has no reader.
  add column turn_spent json,
  add column spent json,
  -- How its last turn ended.
  add column outcome text;

-- Turns that were counted from the relay, for 30 days: what the agent reports of them by telemetry or by its history, however
-- late, takes the place of what the relay told. The times are those of the computer, as in what the agent reports.
create table relayed_turns (
  organization_id uuid not null,
  agent_session text not null,
  turn_id text not null,
  -- As in usage events.
  user_name text not null,
  began_ms bigint not null,
  ended_ms bigint not null,
  -- Whether its events are in the event store. Until then nobody knows which of them are.
  is_counted boolean not null default false,
  events json not null,
  primary key (organization_id, agent_session, turn_id)
);
create index relayed_turns_by_age on relayed_turns (ended_ms);

-- Up to when the relay has the last word about a session, because its turns are no longer known. Null: for ever.
alter table counted_sessions add column until_ms bigint;
update counted_sessions set until_ms = (extract(epoch from now()) * 1000)::bigint where source = 'relay';
