-- Reads that name a computer which is connected to another node: that node answers here.
create unlogged table relay_questions (
  id uuid primary key,
  organization_id uuid not null,
  computer_id uuid not null,
  question json not null,
  answer json,
  asked_at timestamptz not null default now()
);
create index relay_questions_open on relay_questions (computer_id) where answer is null;
