import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A home with settings, like that of a person who uses hooks a lot. */
export interface HookFolders {
  readonly home: string
  readonly project: string
  remove(): Promise<void>
}

export async function createPlace(): Promise<HookFolders> {
  const root = await mkdtemp(join(tmpdir(), 'muster-bench-hooks-'))
  const [home, project] = [join(root, 'home'), join(root, 'project')]
  await mkdir(join(home, '.muster'), { recursive: true })
  await mkdir(project)
  await writeFile(join(home, '.muster', 'settings.json'), JSON.stringify(settings, null, 2))
  return { home, project, remove: () => rm(root, { recursive: true, force: true }) }
}

const command = (text: string) => ({ type: 'command', command: text })

const settings = {
  hooks: {
    PreToolUse: [{ matcher: 'Bash', hooks: [command('true')] }],
    PostToolUse: [
      { matcher: 'Bash', hooks: Array.from({ length: 10 }, (_, index) => command(`true # ${index}`)) },
      ...['Edit|Write', 'Notebook.*', 'mcp__[a-z]+__(?:read|write).*', '(?!Read|Bash|Grep).*'].map((matcher) => ({
        matcher,
        hooks: [command('exit 1')],
      })),
    ],
  },
}
