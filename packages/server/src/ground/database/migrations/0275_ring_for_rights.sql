-- A service that remembers rights (database/rights-watch.ts) holds two locks, each on an idle connection: the hold (1) and
-- the bell (2). Whoever changes rights ends the connection of the bell. The service sees that, forgets what it remembers, and
-- ends the other connection itself.
--
-- The bell is rung only while the hold is held. If somebody else ended the connection of the hold, the service sees that by
-- itself; until then, the lock of the bell keeps the change waiting.
create or replace function wait_for_rights() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  deadline timestamptz := clock_timestamp() + interval '10 seconds';
begin
  loop
    if pg_try_advisory_xact_lock_shared(7205801, 1) then
      exit when pg_try_advisory_xact_lock_shared(7205801, 2);
    else
      perform pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and classid = 7205801 and objid = 2 and objsubid = 2
          and database = (select oid from pg_database where datname = current_database())
          and mode = 'ExclusiveLock' and granted;
    end if;
    if clock_timestamp() > deadline then
      raise exception 'Muster does not let go of the rights that it remembers.'
        using hint = 'Nothing was changed. Stop the service and change it then.';
    end if;
    perform pg_sleep(0.0005);
  end loop;
  return null;
end
$$;
