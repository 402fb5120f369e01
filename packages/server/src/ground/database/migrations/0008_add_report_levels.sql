-- What a list of repositories shows of each report, so that it need not read the reports themselves.
-- Reports from before have none of it; it is then found out when they are read.
alter table readiness_reports
  add column level smallint,
  add column passed integer,
  add column total integer;
