-- Nothing ever wrote this table: credits follow from usage events, day by day.
drop table credit_usage;

-- Credits that a user spent on a day, as in 2026-03-01.
create table credit_use (
  organization_id uuid not null,
  user_id uuid not null references users,
  day text not null,
  credits bigint not null,
  primary key (organization_id, user_id, day)
);
create index credit_use_by_day on credit_use (organization_id, day);

-- What the rows above were counted from: the day's events of this generation, and the multipliers of this revision.
create table credit_days (
  organization_id uuid not null,
  day text not null,
  generation bigint not null,
  controls_revision integer not null,
  primary key (organization_id, day)
);

-- For finding days of this month that wait to be counted.
create index analytics_days_by_day on analytics_days (day);
