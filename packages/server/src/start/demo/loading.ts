import { AppError } from '../../ground/platform/app-error.ts'
import type { Progress } from './progress.ts'

/** How far the demonstration is loaded, for readiness checks. */
export interface Loading {
  /** Throws while it is being loaded. */
  check(): void
  /** Returns a `progress` that also records it here. */
  with(progress: Progress): Progress
  end(): void
}

export function createLoading(): Loading {
  let doing: string | undefined = 'it has just begun'
  let stage = { name: '', days: 1 }
  return {
    check() {
      if (doing === undefined) return
      const detail = `The demonstration is being loaded: ${doing}. Until then its numbers are incomplete.`
      throw new AppError('demonstration_loading', detail, { retryAfterSeconds: 5 })
    },
    with: (progress) => ({
      ...progress,
      stage(next) {
        stage = next
        doing = `${stage.name}, 0 %`
        progress.stage(next)
      },
      reach(day, doneDays, count) {
        doing = `${stage.name}, ${Math.floor((doneDays / stage.days) * 100)} %`
        progress.reach(day, doneDays, count)
      },
    }),
    end() {
      doing = undefined
    },
  }
}
