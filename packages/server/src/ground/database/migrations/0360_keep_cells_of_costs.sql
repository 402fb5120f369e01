-- What the model calls of a day cost, by whom, for which team, with which agent and model, and in which repository, in
-- billionths of a dollar; null is what nobody reported or could estimate. Every total of costs is a sum of these.
create table analytics_cost_cells (
  organization_id uuid not null,
  day text not null,
  user_id text collate "C" not null,
  team text not null,
  agent text not null,
  repository text not null,
  model text not null,
  reported bigint,
  estimated bigint,
  unpriced_tokens bigint not null,
  model_calls bigint not null,
  -- The newest day of the prices of the estimates.
  prices_of text,
  -- Costs in other currencies, in billionths of each.
  others jsonb
);
create index analytics_cost_cells_by_day on analytics_cost_cells (organization_id, day);
create index analytics_cost_cells_by_user on analytics_cost_cells (organization_id, user_id, day);

-- Until the days are computed again, in the background, only the users are known.
insert into analytics_cost_cells
select organization_id, day, user_id, '(none)', '(none)', '(none)', '(none)', reported, estimated, unpriced_tokens, 0, null, null
from analytics_user_costs;
drop table analytics_user_costs;
