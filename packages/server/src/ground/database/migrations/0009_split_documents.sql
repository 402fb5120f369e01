-- A document is kept in parts, so that reading one takes little memory however many users it tells of.
alter table analytics_documents add column part integer not null default 0;
alter table analytics_documents drop constraint analytics_documents_pkey;
alter table analytics_documents add primary key (organization_id, kind, day, part);
