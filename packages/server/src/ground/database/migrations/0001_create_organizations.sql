-- All times are Unix milliseconds in bigint columns: what the interface shows is what is stored.

create table organizations (
  id uuid primary key,
  name text not null,
  created_at bigint not null,
  created_by uuid not null,
  -- The revision of the controls in force; 0 when nothing was ever set.
  controls_revision integer not null default 0,
  -- Copied from the controls in force, because every request is checked against them.
  allowed_ips text[] not null default '{}'
);

create table users (
  id uuid primary key,
  organization_id uuid not null references organizations,
  email text not null,
  -- The e-mail as it is compared: in lower case.
  email_key text not null,
  role text not null check (role in ('owner', 'manager', 'member', 'guest')),
  first_name text,
  last_name text,
  metadata json not null default '{}',
  created_at bigint not null,
  last_sign_in_at bigint,
  -- A removed user keeps the row, so that history still has a name to show.
  removed_at bigint,
  constraint users_email_unique unique (organization_id, email_key)
);
create index users_by_age on users (organization_id, created_at, id) where removed_at is null;
create index users_by_email on users (email_key) where removed_at is null;

create table api_keys (
  id text primary key,
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  name text not null,
  secret_hash bytea not null,
  -- Null: all that the user may do.
  scopes text[],
  created_at bigint not null,
  expires_at bigint,
  last_used_at bigint,
  revoked_at bigint
);
create index api_keys_by_age on api_keys (organization_id, created_at desc, id desc) where revoked_at is null;
create index api_keys_by_user on api_keys (user_id) where revoked_at is null;

-- The keys that sign tokens. Private halves are encrypted.
create table signing_keys (
  id text primary key,
  public_jwk json not null,
  sealed_private_jwk text not null,
  created_at bigint not null
);
