import type { GuardedFields } from './guard-session.ts'
import { createHooks } from './hooks.ts'
import { reportByProcess } from './report/send-by-process.ts'

/**
 * Raises SessionEnd for a guarded session. Arguments: the fields from its start, the reason, its shell for projects.
 */
const [told = '', reason = 'error', ...shell] = process.argv.slice(2)
const { fields, home, projectDir }: GuardedFields = JSON.parse(told)
// The reader of the output may already be gone.
process.stdout.on('error', () => {})
process.stdout.write('started\n')
const cwd = typeof fields.cwd === 'string' ? fields.cwd : process.cwd()
const projectShell = shell.length > 0 ? shell : undefined
const hooks = createHooks({ home, projectDir, cwd, projectShell, watch: false, reporter: reportByProcess({ home }) })
void hooks
  .raise('SessionEnd', { ...fields, reason })
  .then((raised) => process.stdout.write(`${JSON.stringify(raised)}\n`))
