-- Where the node that holds the events runs and keeps them, for people who look for it; empty in ClickHouse.
alter table event_store add column place text not null default '';
