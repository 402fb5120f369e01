-- Nodes of the version before know data_quality without agents, so what is told by agent has a table of its own.
--   kind          reason
--   quarantined   why it was refused
--   changed       what was changed so that it could be counted
--   passed_over   why something that looks like usage is counted nowhere
create table quality_by_agent (
  organization_id uuid not null,
  day text not null,
  kind text not null,
  agent text not null,
  reason text not null,
  count bigint not null,
  primary key (organization_id, day, kind, agent, reason)
);
insert into quality_by_agent select organization_id, day, kind, agent, reason, count from data_quality where agent <> '';
delete from data_quality where agent <> '';
alter table data_quality drop constraint data_quality_pkey;
alter table data_quality drop column agent;
alter table data_quality add primary key (organization_id, day, kind, reason);
