-- What is known of an organization's day. Days are texts such as 2026-03-01, which sort as they should.
create table analytics_days (
  organization_id uuid not null,
  day text not null,
  -- Grows with every append of events to the day; the rows below were computed from the events of computed_generation.
  generation bigint not null default 0,
  computed_generation bigint not null default 0,
  computed_at bigint,
  pending_since bigint,
  changed_at bigint,
  -- Whether a day of the trailing windows has changed since the activity was computed.
  activity_stale boolean not null default false,
  -- What the activity of this day and of the following 29 needs to know.
  activity json,
  primary key (organization_id, day)
);
create index analytics_days_pending on analytics_days (day) where generation > computed_generation or activity_stale;

-- Day documents: JSON as it is sent, so that a request only puts them together.
create table analytics_documents (
  organization_id uuid not null,
  kind text not null,
  day text not null,
  body text not null,
  primary key (organization_id, kind, day)
);

create table analytics_user_days (
  organization_id uuid not null,
  user_id text collate "C" not null,
  day text not null,
  body text not null,
  primary key (organization_id, user_id, day)
);
create index analytics_user_days_by_day on analytics_user_days (organization_id, day);

-- Grows with every change of an organization's documents.
create table analytics_versions (
  organization_id uuid primary key,
  version bigint not null
);

-- The last point of each cumulative counter, to tell how much was added since.
create table counter_series (
  organization_id uuid not null,
  series text not null,
  last_point json not null,
  primary key (organization_id, series)
);

-- Which of the stores of usage events holds those of this database; there is one row at the most.
create table event_store (
  engine text not null,
  identity text not null
);
create unique index event_store_once on event_store ((true));

-- People who have become members: days on which somebody with that e-mail occurs must be computed again.
create table analytics_identities (
  organization_id uuid not null,
  email_key text not null,
  primary key (organization_id, email_key)
);

-- What came in and what could not be counted as it came, by the day of receipt.
--   kind          reason
--   accepted, late
--   quarantined   why
--   unknown_tool  what was given as its name; empty for all of them
create table data_quality (
  organization_id uuid not null,
  day text not null,
  kind text not null,
  reason text not null,
  count bigint not null,
  primary key (organization_id, day, kind, reason)
);

-- Some of the records behind those counts, as they came.
create table quarantined_records (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  received_at bigint not null,
  source text not null,
  reason text not null,
  record text not null
);
create index quarantined_records_by_organization on quarantined_records (organization_id, id desc);
