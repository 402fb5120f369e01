-- A number without a currency is no cost, so the calls that have one are estimated now: their days are computed again.
update analytics_days set generation = generation + 1, pending_since = coalesce(pending_since, changed_at, computed_at)
where computed_generation > 0 and (organization_id, day) in
  (select organization_id, day from analytics_documents where kind = 'costs' and body like '%"currency":"XXX"%');
