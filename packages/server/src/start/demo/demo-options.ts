import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Analytics } from '../../know/analytics/service.ts'
import type { Credits } from '../../money/limits/credits.ts'
import type { Limits } from '../../money/limits/service.ts'
import type { Progress } from './progress.ts'
import type { StoryServices } from './tell.ts'

/** The services that loading needs, and where it reports its progress. */
export interface DemoOptions extends StoryServices {
  readonly database: Database
  readonly clock: Clock
  readonly analytics: Analytics
  readonly credits: Credits
  readonly limits: Limits
  readonly progress: Progress
  /** Aborts when the service stops: the current part is finished, and the next start loads the rest. */
  readonly signal: AbortSignal
}

/** Some days, and the seed that they are made from. */
export interface DemoPart {
  readonly principal: Principal
  readonly seed: string
  readonly from: string
  readonly through: string
}
