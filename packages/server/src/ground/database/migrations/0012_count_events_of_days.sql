alter table analytics_days
  -- How many events the store had of this day when its generation was events_generation.
  add column events bigint not null default 0,
  add column events_generation bigint not null default 0,
  -- Kinds of names of which the day has more than are shown, with how many there are.
  add column folded_names json;
