create table control_revisions (
  organization_id uuid not null references organizations,
  revision integer not null,
  -- Secrets inside are encrypted, one by one.
  settings json not null,
  user_id uuid not null references users,
  updated_at bigint not null,
  primary key (organization_id, revision)
);

create table credit_limits (
  organization_id uuid not null references organizations,
  user_id uuid primary key references users,
  credits bigint not null check (credits >= 0)
);

-- Credits that a user spent in a calendar month (UTC), as in 2026-03.
create table credit_usage (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  month text not null,
  credits bigint not null,
  primary key (user_id, month)
);
