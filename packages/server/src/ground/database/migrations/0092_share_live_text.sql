-- What agents are writing, for those who watch on another node than the one that has the computer. Nobody keeps it.
create unlogged table live_texts (
  session_id uuid primary key,
  organization_id uuid not null,
  turn_id uuid not null,
  n integer not null,
  text text not null,
  written_at timestamptz not null default now()
);
