import type { CriterionId } from '@muster/contract/readiness/catalogue'
import { agents } from './agents.ts'
import { build } from './build.ts'
import type { Check } from './check.ts'
import { discovery } from './discovery.ts'
import { documentation } from './documentation.ts'
import { environment } from './environment.ts'
import { observability } from './observability.ts'
import { security } from './security.ts'
import { style } from './style.ts'
import { supplyChain } from './supply-chain.ts'
import { testing } from './testing.ts'

/** The check of every criterion of the catalogue. */
export const checks: Readonly<Record<CriterionId, Check>> = {
  ...documentation,
  ...security,
  ...environment,
  ...style,
  ...testing,
  ...build,
  ...observability,
  ...discovery,
  ...supplyChain,
  ...agents,
}
