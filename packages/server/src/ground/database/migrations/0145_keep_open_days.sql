-- Days that are not over and get events from a running service. Their generation is raised a moment after the events are
-- stored; if the service dies before that, the next one raises it.
create table open_days (
  organization_id uuid not null,
  day text not null,
  primary key (organization_id, day)
);
