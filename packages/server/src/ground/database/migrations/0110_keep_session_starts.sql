-- What tells the session starts of a day from others. Later days on which these sessions go on depend on them.
alter table analytics_days add column starts_digest text;
