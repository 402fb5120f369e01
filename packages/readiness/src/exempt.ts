import type { Application } from './applications/application.ts'
import { type Configuration, configurationPath } from './configuration.ts'

/** What is not judged, and why. */
interface Exempt {
  /** By criterion, for the report. */
  readonly shown: Readonly<Record<string, { readonly reason: string; readonly until?: string }>>
  /** Whether a criterion is left out, of the repository or of one application. */
  isLeftOut(id: string, app?: Application): boolean
  /** Exemptions that have ended. */
  readonly notes: readonly string[]
}

/** Days are compared with the day of the commit, so that a commit always gives the same report. */
export function exemptIn(
  { switchedOff = {}, exemptions = {} }: Configuration,
  committedOn: string | undefined,
): Exempt {
  const hasEnded = (until: string | undefined) =>
    until !== undefined && committedOn !== undefined && until < committedOn
  const current = Object.entries(exemptions).filter(([, { until }]) => !hasEnded(until))
  const ended = Object.entries(exemptions).filter(([, { until }]) => hasEnded(until))
  const shown = [
    ...Object.entries(switchedOff).map(([id, reason]) => [id, { reason }] as const),
    ...current.map(([id, { reason, until }]) => [id, { reason, ...(until !== undefined && { until }) }] as const),
  ]
  return {
    shown: Object.fromEntries(shown),
    isLeftOut(id, app) {
      if (Object.hasOwn(switchedOff, id)) return true
      const exemption = current.find(([each]) => each === id)?.[1]
      if (!exemption) return false
      return exemption.applications === undefined || (app !== undefined && exemption.applications.includes(app.name))
    },
    notes: ended.map(
      ([id, { until }]) => `The exemption of ${id} in ${configurationPath} ended on ${until}, so it is judged again.`,
    ),
  }
}
