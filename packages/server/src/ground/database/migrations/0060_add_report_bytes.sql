-- How long each report is as text, so that a page of them can be bounded before any is read.
alter table readiness_reports
  add column bytes integer not null generated always as (octet_length(report #>> '{}')) stored;
