create table webhooks (
  id uuid primary key,
  organization_id uuid not null references organizations,
  url text not null,
  description text,
  events text[] not null,
  -- Sealed. The old one signs too until then, so that receivers have time to change.
  secret text not null,
  old_secret text,
  old_secret_until bigint,
  is_enabled boolean not null default true,
  disabled_reason text,
  created_at bigint not null,
  updated_at bigint not null
);
create index webhooks_by_age on webhooks (organization_id, created_at desc, id desc);

-- Written in the transaction of what they tell of, so that there is none without the other.
create table webhook_deliveries (
  id uuid primary key,
  organization_id uuid not null,
  webhook_id uuid not null references webhooks on delete cascade,
  event text not null,
  -- As it is sent: every attempt has the same bytes.
  body text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at bigint,
  created_at bigint not null,
  delivered_at bigint,
  response_status integer,
  error text
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'pending';
create index webhook_deliveries_by_age on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_old on webhook_deliveries using brin (created_at);
