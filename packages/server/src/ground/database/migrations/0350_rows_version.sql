-- With which version of the rows a document was computed. Older ones are computed again, in the background.
alter table analytics_days add column rows_version int not null default 0;
alter table analytics_documents add column rows_version int not null default 0;
alter table analytics_user_days add column rows_version int not null default 0;
