/**
 * SQL for the credits that the user of a row `limit` has used in a month. It reads at most 31 rows of an index, and the
 * sum is a number that JavaScript can represent.
 */
export function usedCredits(limit: string, month: string): string {
  return `(select least(coalesce(sum(s.credits), 0), 9007199254740991)::bigint from credit_use s
     where s.organization_id = ${limit}.organization_id and s.user_id = ${limit}.user_id
       and s.day between ${month}::text || '-01' and ${month}::text || '-31')`
}
