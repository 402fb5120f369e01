-- What was imported from histories of agents. Telemetry of the same sessions is held against it, so that nothing counts
-- twice. Rows are forgotten after a while: telemetry does not come that late.
create table imported_events (
  organization_id uuid not null,
  session text not null,
  event_id text not null,
  -- As in usage events: the two names under which the person who imported them may be known.
  users text[] not null,
  type text not null,
  name text not null,
  time_ms bigint not null,
  input_tokens bigint not null,
  cache_read_tokens bigint not null,
  imported_ms bigint not null,
  primary key (organization_id, session, event_id)
);
create index imported_events_by_age on imported_events (imported_ms);
