-- Deletions of usage events that were ordered and are not known to be done. The store of events has no part in
-- transactions of this database, so an order is kept until the events are gone and their days are opened again.
create table event_deletions (
  id uuid primary key,
  organization_id uuid not null,
  start_day text not null,
  end_day text not null,
  -- As in usage events; null for everybody.
  users text[],
  -- The days that are computed again.
  days text[] not null
);
create index event_deletions_by_organization on event_deletions (organization_id);
