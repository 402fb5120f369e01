-- What a user's model calls of a day cost, in billionths of a dollar; null is what nobody reported or could estimate.
create table analytics_user_costs (
  organization_id uuid not null,
  user_id text collate "C" not null,
  day text not null,
  reported bigint,
  estimated bigint,
  unpriced_tokens bigint not null,
  primary key (organization_id, user_id, day)
);
create index analytics_user_costs_by_day on analytics_user_costs (organization_id, day);

-- Days that were computed before have no documents about money and work yet.
update analytics_days set generation = generation + 1, pending_since = coalesce(pending_since, changed_at, computed_at)
where computed_generation > 0;
