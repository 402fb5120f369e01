-- Browsers in which people are signed in, and links that sign one in. Both hold only hashes of what the browser shows.
create table browser_sessions (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  secret_hash bytea not null,
  method text not null,
  -- The key that it was opened with: it has the key's scopes, and ends with it.
  api_key_id text,
  user_agent text not null,
  address text not null,
  created_at bigint not null,
  last_used_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint
);
create index browser_sessions_of_user on browser_sessions (organization_id, user_id, created_at, id);

create table sign_in_links (
  id uuid primary key,
  organization_id uuid not null references organizations (id),
  user_id uuid not null references users (id),
  secret_hash bytea not null,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index sign_in_links_of_user on sign_in_links (organization_id, user_id);
