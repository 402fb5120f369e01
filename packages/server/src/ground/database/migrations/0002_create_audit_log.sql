create table audit_log (
  id bigint generated always as identity primary key,
  organization_id uuid not null,
  at bigint not null,
  action text not null,
  target_type text not null,
  target_id text not null,
  actor_user_id uuid,
  actor_email text,
  actor_key_id text,
  changes json not null,
  address text,
  request_id text
);
create index audit_log_by_organization on audit_log (organization_id, id desc);

-- The answers to requests that carried an Idempotency-Key. The row is written in the transaction of the change.
create table idempotency_keys (
  organization_id uuid not null,
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  -- Sealed, because an answer may hold a key that is shown only once.
  sealed_answer text,
  created_at bigint not null,
  primary key (organization_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
