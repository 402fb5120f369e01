-- The points of each running total that were seen last. What a point adds is its difference to the one before it.
create table running_totals (
  organization_id uuid not null,
  series text not null,
  -- What its events say but for their times and amounts, and its points, oldest first.
  total json not null,
  -- False while the store of events may lack what some of its points add.
  is_settled boolean not null,
  last_time_ms bigint not null,
  primary key (organization_id, series)
);
create index running_totals_unsettled on running_totals (organization_id, series) where not is_settled;
