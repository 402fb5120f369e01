import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { ConfiguredHook } from '@muster/hooks/read-settings'
import { findService } from '@muster/hooks/report/find-service'
import { openProject } from '@muster/hooks/trust/open-project'
import { hearPolicy } from '@muster/hooks/trust/organization-policy'
import { listTrust, revokeTrust, type StoredTrust, saveTrust } from '@muster/hooks/trust/trust-store'
import { warningText } from '@muster/hooks/warning'
import { command } from '../../../command-line/command.ts'
import type { Context } from '../../../command-line/context.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { timeOf } from '../../../terminal/cell.ts'
import type { Output } from '../../../terminal/output.ts'
import { confirm } from '../../../terminal/prompt.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import type { Column } from '../../../terminal/table.ts'

const columns: readonly Column<StoredTrust>[] = [
  { header: 'PROJECT', value: ({ project }) => shortPath(project), whole: true },
  { header: 'TRUSTED', value: ({ trustedAt }) => timeOf(trustedAt) },
  { header: 'SETTINGS', value: ({ sha256 }) => sha256.slice(0, 12), dropOrder: 1 },
]

export const trust = command({
  summary: 'Let the hooks of a project run',
  notes:
    'Hooks of a project are commands that whoever wrote it runs on your machine, so they run only after you have looked at them. Shows them and asks. Trust is for these settings at this place: after a change they do not run until you trust them again. Scripts that the commands start are not covered.',
  positionals: { directory: { optional: true, summary: 'In the project (default: where you are)' } },
  options: {
    list: { type: 'flag', summary: 'Show what you trust' },
    revoke: { type: 'flag', summary: 'Trust it no more' },
    yes: { type: 'flag', short: 'y', summary: 'Do not ask' },
  },
  examples: [
    ['muster hooks trust', 'Look at the hooks of this project, and trust them'],
    ['muster hooks trust --list', 'All projects that you trust'],
    ['muster hooks trust ~/work/shop --revoke', 'That one no more'],
  ],
  async run({ directory = '.', list, revoke, yes }, context) {
    const home = homedir()
    const { out } = context
    const cwd = resolve(directory)
    if (list) return out.table(listTrust(home), columns, 'You trust the hooks of no project.')
    if (revoke) return revokeIn(cwd, home, out)
    const project = openProject(cwd, home)
    if (!project)
      throw new Failure(`There is no .muster/settings.json in ${shortPath(cwd)} or above.`, exitCodes.notFound)
    if ('refusal' in project) throw new Failure(project.refusal.message, exitCodes.refused, project.refusal.fix)
    const { settings, now } = project
    const broken = settings.warnings.find(({ kind }) => kind === 'broken')
    if (broken) throw new Failure(warningText(broken), exitCodes.refused)
    await assertAllowed(context, home)
    if (project.isTrusted) return out.note(`You trust the hooks of ${shortPath(now.project)} already.`)
    if (settings.hooks.length === 0) return out.note(`There are no hooks in ${shortPath(settings.path)}.`)
    if (out.json) out.data({ ...now, hooks: settings.hooks.map(shown) })
    else for (const hook of settings.hooks) out.text(textOf(hook, out))
    const scripts = Object.keys(now.scripts ?? {}).join(', ')
    const named = scripts === '' ? '' : ` They name ${scripts}, which you trust as it is now.`
    out.note(`From ${shortPath(settings.path)}.${named} What scripts call in turn is not covered: look at that too.`)
    await confirm(`Run these commands in ${shortPath(now.project)}?`, yes, 'This lets a project run commands')
    saveTrust(home, now)
    out.note('Trusted. When these settings or scripts change, you will be asked to look at them again.')
  },
})

function revokeIn(cwd: string, home: string, out: Output): void {
  const project = openProject(cwd, home)
  const directory = project && 'now' in project ? project.now.project : cwd
  if (!revokeTrust(home, directory)) {
    throw new Failure(`You do not trust the hooks of ${shortPath(directory)}.`, exitCodes.notFound)
  }
  out.note(`The hooks of ${shortPath(directory)} do not run any more.`)
}

/** Asks the organization, if there is one, because it may forbid project hooks, which makes trust useless. */
async function assertAllowed({ env }: Context, home: string): Promise<void> {
  const service = findService(env, home)
  const policy = service && (await hearPolicy(home, service))
  if (policy?.allowProjectHooks !== false) return
  throw new Failure(
    'Your organization has switched hooks of projects off.',
    exitCodes.notAllowed,
    'Put what you need into your own settings, or ask an owner of your organization.',
  )
}

function shown({ event, matcher, command, timeoutMs, failClosed }: ConfiguredHook) {
  return { event, matcher, command, timeoutSeconds: timeoutMs / 1000, failClosed }
}

/** The whole command, because people cannot review a part that is cut off. */
function textOf({ event, matcher, command }: ConfiguredHook, out: Output): string {
  return `${out.paint(event, 'bold')}${matcher ? ` ${matcher}` : ''}\n  ${command}`
}
