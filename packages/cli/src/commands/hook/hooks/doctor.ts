import { homedir } from 'node:os'
import { examine, type Finding } from '@muster/hooks/doctor/examine'
import { findService } from '@muster/hooks/report/find-service'
import { readSendState } from '@muster/hooks/report/send-state'
import { listSpool, spoolDirectory } from '@muster/hooks/report/spool'
import { warningText } from '@muster/hooks/warning'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { openHooks } from './open-hooks.ts'

export const doctor = command({
  summary: 'Find hooks that cannot work',
  notes:
    'Looks for settings that cannot be read, commands that do not exist, scripts without run bit, matchers that match nothing and timeouts that are too long. Runs no hook. Ends with 1 when something keeps a hook from running.',
  examples: [['muster hooks doctor', 'Look at everything']],
  async run(_args, { out, env }) {
    const home = homedir()
    const { hooks } = await openHooks()
    const findings = examine(hooks, env, home)
    const directory = spoolDirectory(home)
    const waiting = listSpool(directory).length
    const url = findService(env, home)?.url ?? ''
    const { failures, lastError, rejected } = readSendState(directory, url)
    if (out.json) out.data({ findings, reports: { waiting, failures, rejected, lastError } })
    else {
      for (const finding of findings) out.text(`${labelOf(finding, out.paint)} ${textOf(finding)}`)
      const count = hooks.files.reduce((sum, file) => sum + file.hooks.length, 0)
      const files = hooks.files.map(({ path }) => shortPath(path)).join(', ')
      const isProjectGuarding = hooks.files.some((file) =>
        file.hooks.some(({ origin, event }) => origin === 'project' && event === 'PreToolUse'),
      )
      if (isProjectGuarding) out.note('Hooks of the project can deny a tool and ask for it, but not allow it.')
      if (findings.length === 0) out.text(`${out.paint('Fine:', 'green')} ${count} hooks in ${files}.`)
      if (waiting > 0)
        out.text(`${waiting} reports wait to be sent${failures > 0 && lastError ? `: ${lastError}` : ''}.`)
      if (rejected > 0) out.text(`${rejected} reports were refused by the service and dropped.`)
    }
    const errors = findings.filter(({ isError }) => isError).length
    if (errors > 0)
      throw new Failure(
        `${errors === 1 ? 'One thing keeps' : `${errors} things keep`} hooks from running.`,
        exitCodes.refused,
      )
  },
})

function labelOf({ isError }: Finding, paint: (text: string, color: 'red' | 'yellow') => string): string {
  return isError ? paint('Error:', 'red') : paint('Warning:', 'yellow')
}

function textOf(finding: Finding): string {
  return warningText({ ...finding, file: finding.file && shortPath(finding.file) })
}
