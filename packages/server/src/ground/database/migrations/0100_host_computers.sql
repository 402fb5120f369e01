-- The host of the service that runs the computer itself; null for all that are somewhere else.
alter table computers add host_id uuid;
create index computers_by_host on computers (host_id) where host_id is not null;
