-- A service may remember what a key may do for as long as it holds a lock (database/rights-watch.ts). Whoever changes any
-- of that makes it let go first, and keeps it from taking the lock again until the change is committed.
--
-- The service sleeps in a statement while it holds the lock. Cancelling that statement tells it. This is repeated, because
-- Postgres ignores it between two statements. It asks again and again instead of waiting in the queue of the lock, where it
-- could not cancel anything.
create function wait_for_rights() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  deadline timestamptz := clock_timestamp() + interval '10 seconds';
begin
  while not pg_try_advisory_xact_lock_shared(7205801, 1) loop
    if clock_timestamp() > deadline then
      raise exception 'Muster does not let go of the rights that it remembers.'
        using hint = 'Nothing was changed. Stop the service and change it then.';
    end if;
    perform pg_cancel_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 7205801 and objid = 1 and objsubid = 2
        and database = (select oid from pg_database where datname = current_database())
        and mode = 'ExclusiveLock' and granted;
    perform pg_sleep(0.0005);
  end loop;
  return null;
end
$$;

-- Every column that `bearerColumns` and `fromActiveBearers` (keys/bearer-repository.ts) read.
create trigger wait_for_rights after update on api_keys for each row
  when ((old.id, old.organization_id, old.user_id, old.secret_hash, old.scopes, old.expires_at, old.revoked_at)
    is distinct from (new.id, new.organization_id, new.user_id, new.secret_hash, new.scopes, new.expires_at, new.revoked_at))
  execute function wait_for_rights();
create trigger wait_for_rights after update on users for each row
  when ((old.id, old.organization_id, old.email, old.role, old.removed_at)
    is distinct from (new.id, new.organization_id, new.email, new.role, new.removed_at))
  execute function wait_for_rights();
create trigger wait_for_rights after update on organizations for each row
  when ((old.id, old.allowed_ips) is distinct from (new.id, new.allowed_ips))
  execute function wait_for_rights();

create trigger wait_for_rights_when_gone after delete on api_keys for each row execute function wait_for_rights();
create trigger wait_for_rights_when_gone after delete on users for each row execute function wait_for_rights();
create trigger wait_for_rights_when_gone after delete on organizations for each row execute function wait_for_rights();

create trigger wait_for_rights_of_none after truncate on api_keys execute function wait_for_rights();
create trigger wait_for_rights_of_none after truncate on users execute function wait_for_rights();
create trigger wait_for_rights_of_none after truncate on organizations execute function wait_for_rights();
