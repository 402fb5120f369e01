-- The first day on which a user was ever active, which tells who is new.
create table analytics_first_days (
  organization_id uuid not null,
  user_id text collate "C" not null,
  day text not null,
  primary key (organization_id, user_id)
);
create index analytics_first_days_by_day on analytics_first_days (organization_id, day);
insert into analytics_first_days (organization_id, user_id, day)
select organization_id, user_id, min(day) from analytics_user_days group by organization_id, user_id;

-- Days that were computed before have no adoption yet.
update analytics_days set activity_stale = true where computed_at is not null;
