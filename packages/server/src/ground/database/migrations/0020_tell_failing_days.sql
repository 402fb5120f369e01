-- A day that cannot be computed: how often in a row that was tried, why it failed, and when it is tried again.
alter table analytics_days
  add column failures int not null default 0,
  add column failure text,
  add column failed_at bigint,
  add column next_try_at bigint,
  -- Some number of the day is larger than can be told exactly, and stands at the largest that can.
  add column is_saturated boolean not null default false;
