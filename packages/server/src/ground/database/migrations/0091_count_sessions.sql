alter table sessions
  -- From where the session is used, as its last message said.
  add client text,
  -- What its agent calls the session.
  add agent_session text,
  -- The place of the newest message when the running turn began: what the agent says in it stands behind.
  add turn_first_seq integer not null default 0,
  add turn_model text;

-- Turns that ended and are not counted yet. Written when a turn ends, deleted once its events are in the event store.
create table ended_turns (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  turn json not null
);

-- Sessions of agents that computers of ours run: whether what they did is counted from the relay or from what the agent
-- itself sends. Tokens are decided apart, because some agents tell the relay none.
create table counted_sessions (
  organization_id uuid not null,
  agent_session text not null,
  kind text not null check (kind in ('tokens', 'work')),
  source text not null check (source in ('relay', 'telemetry')),
  primary key (organization_id, agent_session, kind)
);
