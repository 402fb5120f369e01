-- The key that a key was made with, so that whoever revokes one can end what came of it.
alter table api_keys add column parent_id text;
create index api_keys_by_parent on api_keys (parent_id) where parent_id is not null;

-- An idempotency key belongs to the bearer it came with: the id of the API key, or '' for a token of the OpenID
-- provider. Answers that were kept before may hold secrets, and say nothing of their bearer; they are let go. The default
-- is for nodes of the version before, which go on until they are replaced.
delete from idempotency_keys;
alter table idempotency_keys add column bearer text not null default '';
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys add primary key (organization_id, user_id, bearer, key);
