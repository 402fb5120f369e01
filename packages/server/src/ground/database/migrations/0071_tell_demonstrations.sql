-- The last day of which all is told that happens beside usage: computers, controls, keys, sessions, reports.
alter table demonstrations add column told_through text;
