create table repositories (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  -- The URL as it is compared: host in lower case and path, without scheme, user or ".git".
  url_key text not null,
  created_at bigint not null,
  constraint repositories_url_unique unique (organization_id, url_key)
);

create table readiness_reports (
  id uuid primary key,
  organization_id uuid not null references organizations,
  repository_id uuid not null references repositories,
  user_id uuid not null references users,
  -- What was published, as the interface shows it.
  report json not null,
  created_at bigint not null
);
create index readiness_reports_by_age on readiness_reports (organization_id, created_at desc, id desc);
create index readiness_reports_by_repository on readiness_reports (repository_id, created_at desc, id desc);
