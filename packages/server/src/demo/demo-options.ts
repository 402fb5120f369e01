import type { Analytics } from '../analytics/service.ts'
import type { Database } from '../database/database.ts'
import type { Credits } from '../limits/credits.ts'
import type { Limits } from '../limits/service.ts'
import type { Clock } from '../platform/clock.ts'
import type { Principal } from '../platform/principal.ts'
import type { Progress } from './progress.ts'
import type { StoryServices } from './story/tell.ts'

/** What loading needs of the service, and where it reports its progress. */
export interface DemoOptions extends StoryServices {
  readonly database: Database
  readonly clock: Clock
  readonly analytics: Analytics
  readonly credits: Credits
  readonly limits: Limits
  readonly progress: Progress
  /** Aborts when the service stops: the current part is finished, the rest is left for the next time. */
  readonly signal: AbortSignal
}

/** Some days, and the seed that they are made from. */
export interface DemoPart {
  readonly principal: Principal
  readonly seed: string
  readonly from: string
  readonly through: string
}
