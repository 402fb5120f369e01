-- What came in and what could not be counted as it came, now also by agent.
--   kind          reason
--   accepted, late
--   quarantined   why it was refused
--   changed       what was changed so that it could be counted
--   passed_over   why something that looks like usage is counted nowhere
--   unknown_tool  what was given as its name; empty for all of them
alter table data_quality add column agent text not null default '';
alter table data_quality drop constraint data_quality_pkey;
alter table data_quality add primary key (organization_id, day, kind, agent, reason);

-- Requests of which something was told, so that sending one again tells nothing twice.
create table told_requests (
  organization_id uuid not null,
  -- A hash of the sender and of everything it sent.
  digest text not null,
  received_at bigint not null,
  primary key (organization_id, digest)
);
create index told_requests_by_age on told_requests (received_at);
