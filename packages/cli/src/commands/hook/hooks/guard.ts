import { homedir } from 'node:os'
import { createInterface } from 'node:readline'
import { createHooks, type EventFields } from '@muster/hooks'
import { reportByProcess } from '@muster/hooks/report/send-by-process'
import { command } from '../../../command-line/command.ts'
import { parseJson, parseObject } from '../../../read-input.ts'

export const guard = command({
  summary: 'Raise SessionEnd when an agent is gone, in whatever way',
  notes:
    'An agent starts it with a pipe and keeps the pipe open. The first line is the JSON object of the event, with session_id and cwd; a further line is the reason of the end. When the pipe closes, SessionEnd is raised once: with that reason, or with error if there was none, because the agent was killed.',
  examples: [['muster hooks guard', 'From a program that holds its standard input open']],
  async run() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.removeAllListeners(signal)
      // A signal that ends the agent and its process group must not end its guard.
      process.on(signal, () => {})
    }
    let fields: EventFields | undefined
    let reason = 'error'
    for await (const line of createInterface({ input: process.stdin })) {
      if (fields) reason = line.trim() || reason
      else fields = parseObject(parseJson(line, 'the first line'), 'The first line')
    }
    if (!fields) return
    const cwd = typeof fields.cwd === 'string' ? fields.cwd : process.cwd()
    const home = homedir()
    const hooks = createHooks({ cwd, home, watch: false, reporter: reportByProcess({ home }) })
    await hooks.raise('SessionEnd', { ...fields, reason })
  },
})
