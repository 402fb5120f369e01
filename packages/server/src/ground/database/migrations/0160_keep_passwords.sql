-- Passwords as argon2id in the usual text form, which names its own cost; and what a link is good for.
create table user_passwords (
  user_id uuid primary key references users (id),
  organization_id uuid not null references organizations (id),
  hash text not null,
  set_at bigint not null
);
create index user_passwords_of_organization on user_passwords (organization_id);

alter table sign_in_links add column purpose text not null default 'sign-in';
