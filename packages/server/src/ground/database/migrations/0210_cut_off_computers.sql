-- When the user of a computer was removed: it connects no more, and gets no new work.
alter table computers add column cut_off_at bigint;

update computers set cut_off_at = users.removed_at from users
where users.organization_id = computers.organization_id and users.id = computers.user_id
  and users.removed_at is not null and computers.provider_type = 'byom';
