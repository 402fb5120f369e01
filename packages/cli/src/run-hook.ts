import { homedir } from 'node:os'
import { hookEvents, isHookEvent } from '@muster/contract/hook-events'
import { createHooks, type Raised } from '@muster/hooks'
import { findService } from '@muster/hooks/report/find-service'
import { type Warning, warningText } from '@muster/hooks/warning'
import { readEvent } from './hooks/read-event.ts'
import { hookExitCodes, tellOutcome } from './hooks/tell-outcome.ts'
import { printable } from './terminal/width.ts'

/**
 * `muster hooks run`. An agent starts it for every event, so it must start fast: it has its own parser and loads only
 * modules that the event needs.
 */
export async function runHook(words: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(words)
  } catch (error) {
    process.exitCode = hookExitCodes.wrong
    process.stderr.write(`Error: ${printable(error instanceof Error ? error.message : String(error))}\n`)
  }
}

async function run(words: readonly string[]): Promise<number> {
  const { event, agent, isJson } = parseWords(words)
  const fields = await readEvent()
  const cwd = typeof fields.cwd === 'string' ? fields.cwd : process.cwd()
  const home = homedir()
  const isStop = event === 'Stop' || event === 'SubagentStop' || event === 'UserPromptSubmit' || event === 'SessionEnd'
  const stopRounds = isStop ? (await import('@muster/hooks/stop-rounds-on-disk')).stopRoundsOnDisk(home) : undefined
  const warnings: Warning[] = []
  const hooks = createHooks({ cwd, home, watch: false, stopRounds, onWarning: (warning) => warnings.push(warning) })
  const interrupted = new AbortController()
  const hasHooks = hooks.select(event, fields).length > 0
  if (hasHooks) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
  }
  if (event === 'SessionStart' && hooks.files.some(({ origin, file }) => origin === 'project' && file)) {
    ;(await import('@muster/hooks/trust/refresh-policy')).refreshPolicy(home)
  }
  if (event === 'SessionStart' && hooks.select('SessionEnd', { ...fields, reason: 'error' }).length > 0) {
    const { watchAgent } = await import('@muster/hooks/session/watch-agent')
    watchAgent({ fields: { ...fields, cwd }, home, projectDir: hooks.projectDir })
  }
  const tell = async (raised: Raised) => {
    const heard = raised.isBlocked ? [] : warnings
    return tellOutcome(raised, { ...(await sortOut(heard, home, fields.session_id)), isJson })
  }
  if (event === 'SessionEnd') {
    const { endSession } = await import('./hooks/end-session.ts')
    const { projectDir } = hooks
    const { signal } = interrupted
    const end = await endSession({ fields: { ...fields, cwd }, home, projectDir, hasHooks, stopRounds, agent, signal })
    if (end.done) return end.raised ? tell(end.raised) : hookExitCodes.done
  }
  const startedMs = Date.now()
  const raising = hooks.raise(event, { ...fields, cwd }, { signal: interrupted.signal })
  // Loaded while the hooks run.
  const isReported = hasHooks && findService(process.env, home) !== undefined
  const reporting = isReported ? import('@muster/hooks/report/send-by-process') : undefined
  const raised = await raising
  const exitCode = await tell(raised)
  if (reporting) (await reporting).reportByProcess({ home })?.report(event, fields, startedMs, raised.outcomes)
  return interrupted.signal.aborted && !raised.isBlocked ? hookExitCodes.interrupted : exitCode
}

function parseWords(words: readonly string[]) {
  const isJson = words.includes('--json')
  const [event = '', ...rest] = words.filter((word) => word !== '--json' && word !== '--debug')
  const [option, agent, ...others] = rest
  const isUnderstood = option === undefined || (option === '--agent' && agent !== undefined && others.length === 0)
  if (!isHookEvent(event) || !isUnderstood) {
    throw new Error(`Say muster hooks run EVENT. Events are: ${hookEvents.join(', ')}.`)
  }
  return { event, agent, isJson }
}

/** Separates warnings for every event from those that a session sees once. */
async function sortOut(all: readonly Warning[], home: string, session: unknown) {
  // A warning about another agent is not shown at every event.
  const warnings = all.filter(({ kind }) => kind === 'broken' || kind === 'faulty').map(warningText)
  const untrusted = all.filter(({ kind }) => kind === 'untrusted')
  if (untrusted.length === 0) return { warnings, news: [] }
  const { isNews } = await import('@muster/hooks/trust/told-once')
  const news = untrusted.filter((each) => isNews(home, String(session), each.subject ?? each.message)).map(warningText)
  return { warnings, news }
}
