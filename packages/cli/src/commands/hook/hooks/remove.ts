import { hookEvents } from '@muster/contract/hook-events'
import { findHooks, withoutHooks } from '@muster/hooks/edit-settings'
import { replaceFile } from '@muster/hooks/replace-file'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { confirm } from '../../../terminal/prompt.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { keepTrust } from './keep-trust.ts'
import { openSettings, projectOption } from './settings-file.ts'

export const remove = command({
  summary: 'Remove a hook from your settings',
  positionals: {
    event: { summary: 'The event', choices: hookEvents },
    command: { summary: 'The command, as `muster hooks list` shows it' },
  },
  options: {
    matcher: { type: 'text', short: 'm', summary: 'Only where it has this matcher' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
    ...projectOption,
  },
  examples: [[`muster hooks remove PostToolUse 'npm run format'`, 'Wherever it stands under this event']],
  async run({ event, command: line, matcher, project, yes }, { out }) {
    const { path, source } = openSettings(project)
    const found = findHooks(
      source,
      (hook) =>
        hook.event === event && hook.command === line && (matcher === undefined || (hook.matcher ?? '') === matcher),
    )
    if (found.length === 0) {
      const hint = `See \`muster hooks list ${event}\`${project ? '' : '; hooks of the project need --project'}.`
      throw new Failure(`There is no such hook in ${shortPath(path)}.`, exitCodes.notFound, hint)
    }
    await confirm(`Remove ${line} from ${event} in ${shortPath(path)}?`, yes)
    const write = () => replaceFile(path, withoutHooks(source, found))
    if (project) keepTrust(write)
    else write()
    out.note(`Removed from ${shortPath(path)}.`)
  },
})
