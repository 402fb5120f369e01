-- Whom the OpenID provider means by a subject, in each organization. Bound at the first sign-in, by the e-mail that the
-- provider vouches for; from then on the subject alone counts.
create table user_identities (
  organization_id uuid not null references organizations,
  user_id uuid not null references users,
  issuer text not null,
  subject text not null,
  bound_at bigint not null,
  primary key (organization_id, issuer, subject),
  constraint user_identities_one_subject unique (user_id, issuer)
);
create index user_identities_by_subject on user_identities (issuer, subject);

-- When the person first acted in the organization. Until then there is an invitation, which anybody may send to anybody.
alter table users add column accepted_at bigint;
update users u set accepted_at = u.created_at
where u.last_sign_in_at is not null
  or exists (select 1 from organizations o where o.id = u.organization_id and o.created_by = u.id)
  or exists (select 1 from api_keys k where k.user_id = u.id and k.last_used_at is not null);
