import type { RepositoryTrend } from '@muster/contract/readiness-report'

export const trendWords: Readonly<Record<RepositoryTrend, string>> = {
  new: 'first report',
  up: '↑ better',
  steady: '= as before',
  down: '↓ worse',
}
