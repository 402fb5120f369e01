import { below } from './own-machine.ts'
import { hide, type Plan, type Planned } from './plan.ts'
import { isWithin, resolvePath } from './writable-folders.ts'

/** The part of a shared machine that an agent sees. */
export interface Enclosure {
  /** Arguments for bubblewrap. */
  readonly arguments: readonly string[]
}

/** Plans the sandbox on a machine of the service. The organization's rules can only restrict it further. */
export function planForEnclosure({ folder, home, sandbox }: Planned, enclosure: Enclosure): Plan {
  const { denyWrite = [], denyRead = [] } = (sandbox?.enabled && sandbox.filesystem) || {}
  const roots = [home, folder]
  const inside = (texts: readonly string[]) =>
    texts.map((text) => resolvePath(text, folder, home)).filter((each) => roots.some((root) => isWithin(each, root)))
  return {
    before: [
      ...['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--tmpfs', '/run'],
      ...enclosure.arguments,
      ...roots.flatMap((each) => ['--bind', each, each]),
    ],
    toClose: inside(denyWrite).flatMap((each) => below(each, roots, 'watch')),
    after: [...inside(denyRead).flatMap(hide), '--chdir', folder],
    writable: roots,
    projects: [],
    renewed: [],
    refused: [],
  }
}
