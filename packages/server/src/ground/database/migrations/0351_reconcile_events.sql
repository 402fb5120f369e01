-- Up to when the database knows of all events that arrived in the store. Of an installation that has events, those of before
-- are known.
create table events_reconciled (at bigint not null);
insert into events_reconciled
select case when exists (select from analytics_days) then (extract(epoch from now()) * 1000)::bigint else 0 end;

-- What the event store showed of a day when it was computed.
alter table analytics_days add column store_mark text;

-- Days that a service of an earlier version left open when it died. From now on the store tells of them.
insert into analytics_days (organization_id, day, generation, pending_since, changed_at)
select organization_id, day, 1, (extract(epoch from now()) * 1000)::bigint, (extract(epoch from now()) * 1000)::bigint
from open_days order by organization_id, day
on conflict (organization_id, day) do update set generation = analytics_days.generation + 1, changed_at = excluded.changed_at,
  pending_since = case when analytics_days.generation > analytics_days.computed_generation
    then analytics_days.pending_since else excluded.pending_since end;
drop table open_days;
