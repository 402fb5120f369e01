-- A session id alone never says which session is meant.
alter table live_texts drop constraint live_texts_pkey, add primary key (organization_id, session_id);
