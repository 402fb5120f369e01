import type { AnalyticsDefinitions } from '@muster/contract/analytics-definitions'
import { activity } from './definitions/activity.ts'
import { adoption } from './definitions/adoption.ts'
import { costs } from './definitions/costs.ts'
import { productivity } from './definitions/productivity.ts'
import { terms } from './definitions/terms.ts'
import { tokens } from './definitions/tokens.ts'
import { tools } from './definitions/tools.ts'
import { users } from './definitions/users.ts'
import { work } from './definitions/work.ts'

/** The one place that defines the numbers. The endpoint serves it, and docs/analytics.md is generated from it. */
export const definitions: AnalyticsDefinitions = {
  terms: [...terms],
  definitions: [...tokens, ...tools, ...activity, ...productivity, ...users, ...costs, ...work, ...adoption],
}
