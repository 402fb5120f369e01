import { hookEventRules, hookEvents } from '@muster/contract/hook-events'
import { findHooks, withHook } from '@muster/hooks/edit-settings'
import { compileMatcher } from '@muster/hooks/matcher'
import { replaceFile } from '@muster/hooks/replace-file'
import { command } from '../../../command-line/command.ts'
import { usage } from '../../../command-line/failure.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { keepTrust } from './keep-trust.ts'
import { openSettings, projectOption } from './settings-file.ts'

export const add = command({
  summary: 'Add a hook to your settings',
  notes: 'Comments and everything else in the file stay as they are.',
  positionals: {
    event: { summary: 'The event', choices: hookEvents },
    command: { summary: 'What the shell shall run' },
  },
  options: {
    matcher: { type: 'text', short: 'm', summary: 'Only for tools whose whole name this expression matches' },
    timeout: { type: 'text', short: 't', value: 'seconds', summary: 'How long it may take (default: 60)' },
    failClosed: { type: 'flag', summary: 'When it fails, what it guards does not happen' },
    ...projectOption,
  },
  examples: [
    [`muster hooks add PostToolUse -m 'Edit|Write' 'npm run format'`, 'After every edit'],
    [`muster hooks add Notification 'notify-send "Your agent waits"'`, 'When the agent waits for you'],
    [`muster hooks add Stop --project '"$MUSTER_PROJECT_DIR"/scripts/check.sh'`, 'For everybody in this project'],
  ],
  async run({ event, command: line, matcher, timeout, failClosed, project }, { out }) {
    const { path, source } = openSettings(project)
    if (timeout !== undefined && !(Number(timeout) > 0 && Number.isFinite(Number(timeout)))) {
      throw usage('--timeout takes seconds, such as 30.')
    }
    const { fault } = compileMatcher(matcher)
    if (fault) throw usage(`${JSON.stringify(matcher)} is no regular expression: ${fault}.`)
    if (matcher !== undefined && hookEventRules[event].matches === undefined) {
      throw usage(`${event} has no matchers.`, 'Leave --matcher out.')
    }
    const isThere = (hook: { event: string; matcher?: string | undefined; command: string }) =>
      hook.event === event && hook.command === line && (hook.matcher ?? '') === (matcher ?? '')
    if (findHooks(source, isThere).length > 0) return out.note(`It is in ${shortPath(path)} already.`)
    const seconds = timeout === undefined ? undefined : Number(timeout)
    const text = withHook(source, { event, matcher, command: line, timeout: seconds, failClosed })
    const write = () => replaceFile(path, text, { isShared: project })
    const runs = !project || keepTrust(write)
    if (!project) write()
    const next = runs ? `Try it with \`muster hooks test ${event}\`.` : 'It runs after `muster hooks trust`.'
    out.note(`Added to ${shortPath(path)}. ${next}`)
  },
})
