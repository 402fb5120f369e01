-- Organizations that hold made-up people and events, so that these are never mixed with real ones.
create table demonstrations (
  organization_id uuid primary key references organizations,
  seed text not null,
  -- The last day whose events are all stored; null before the first.
  loaded_through text
);
