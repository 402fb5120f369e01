-- When usage events that came with a key were last stored: whoever connects an agent sees that it reports.
alter table api_keys add column last_event_at bigint;
