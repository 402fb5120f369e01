import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path'
import { agentFiles } from './agent-files.ts'
import { CannotConfine } from './cannot-confine.ts'
import { gitPaths, projectPaths, type ToClose } from './closed-paths.ts'
import { caches, inMemory, misleadingVariables } from './names.ts'
import { openSockets } from './open-sockets.ts'
import { hide, type Plan, type Planned } from './plan.ts'
import { homeWords } from './private-home.ts'
import { findRepositories, linkedGit } from './repositories.ts'
import { isWithin, realPath, resolvePath, writableFolders } from './writable-folders.ts'

/**
 * Plans the sandbox on a person's own machine: everything is readable, except hidden paths. Writable are the folder,
 * the paths that the rules open, and private folders for the agent and its tools, separate from those of the user.
 */
export async function planForOwnMachine(
  agent: Planned,
  hooksFolder: string | undefined,
  isNetworkOpen: boolean,
): Promise<Plan> {
  const { preset, place, sessionId, env, sandbox } = agent
  const home = realpathSync(agent.home)
  if (dirname(home) === home) throw new CannotConfine('The home is the root of this machine.')
  const { filesystem = {}, network = {} } = sandbox ?? {}
  const { roots, opened, refused } = writableFolders(agent.folder, home, filesystem.allowWrite ?? [])
  const [folder = agent.folder] = roots
  const path = (text: string) => {
    const found = resolvePath(text, folder, home)
    return isWithin(found, agent.folder) ? join(folder, relative(agent.folder, found)) : found
  }
  const own = agentFiles(preset, home, join(place.agents, sessionId))
  const ofTools = caches.map((each) => [each, join(place.caches, each)] as const)
  for (const [, each] of ofTools) mkdirSync(each, { recursive: true, mode: 0o700 })
  const git = linkedGit(folder, [...roots, place.agents, place.caches])
  const writable = [...roots, ...(git ? [...git.shared, git.gitFolder] : [])]
  const areSocketsOpen = network.allowAllUnixSockets === true
  const sockets = (network.allowUnixSockets ?? []).map(path).filter((each) => existsSync(each))
  const denied = (filesystem.denyWrite ?? []).map(path)
  const readable = (filesystem.allowRead ?? []).map(path)
  const projects = await Promise.all(roots.filter((each) => statSync(each).isDirectory()).map(findRepositories))
  const toClose = [
    ...projects.flatMap((each) => projectPaths(each, preset.projectFolder)),
    ...(hooksFolder === undefined ? [] : below(hooksFolder, roots, 'hold')),
    ...(git ? gitPaths(git.gitFolder, '') : []),
    ...denied.flatMap((each) => below(each, roots, 'watch')),
  ].filter(({ root, name }) => !opened.includes(join(root, name)))
  // Only paths in closed folders must be opened again, and no agent can put a symlink there meanwhile.
  const openedAgain = opened.filter(
    (each) => realPath(each) === each && toClose.some(({ root, name }) => isWithin(each, join(root, name))),
  )
  return {
    before: [
      ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--setenv', 'TMPDIR', '/tmp'],
      ...shownInTmp([process.execPath, process.argv[1] ?? '']),
      ...misleadingVariables.flatMap((name) => ['--unsetenv', name]),
      ...gitWords(env),
      ...['--setenv', 'PATH', realFolders(env.PATH)],
      ...Object.entries(preset.confinedEnv ?? {}).flatMap(([name, value]) => [
        '--setenv',
        name,
        value.replace(/^~\//, `${home}/`),
      ]),
      ...(areSocketsOpen ? [] : ['--tmpfs', '/run']),
      ...(isNetworkOpen ? ['--ro-bind-try', '/run/systemd/resolve', '/run/systemd/resolve'] : []),
      ...homeWords({ home, replaced: new Map([...ofTools, ...own.replaced]), inMemory, areSocketsOpen }),
      ...own.words,
      ...writable.flatMap((each) => ['--bind', each, each]),
      ...(areSocketsOpen ? [] : openSockets([home, ...roots]).flatMap((each) => ['--ro-bind-try', '/dev/null', each])),
      ...sockets.flatMap((each) => ['--bind', each, each]),
    ],
    toClose,
    after: [
      ...denied
        .filter((each) => existsSync(each))
        .flatMap((each) => (below(each, roots, 'watch').length > 0 ? [] : ['--ro-bind', each, each])),
      ...openedAgain.flatMap((each) => ['--bind-try', each, each]),
      ...(filesystem.denyRead ?? [])
        .map(path)
        .filter((each) => !readable.includes(each))
        .flatMap(hide),
      ...['--chdir', agent.folder],
    ],
    writable,
    projects,
    renewed: own.renewed,
    refused,
  }
}

/** The folders below /tmp with our own programs, which must be visible in the sandbox. */
export function shownInTmp(programs: readonly string[]): string[] {
  const folders = programs.flatMap((program) => /^\/tmp\/[^/]+(?=\/)/.exec(realPath(program) ?? '')?.[0] ?? [])
  return [...new Set(folders)].flatMap((folder) => ['--ro-bind', folder, folder])
}

/** A path relative to the innermost folder that contains it. */
export function below(path: string, roots: readonly string[], absent: ToClose['absent']): ToClose[] {
  const around = roots.filter((each) => isWithin(path, each)).toSorted((a, b) => b.length - a.length)
  return around.slice(0, 1).map((root) => ({ root, name: relative(root, path), absent, isStrict: true }))
}

/** Resolves the symlinks of version managers, which lead into folders that are hidden here. */
function realFolders(path = ''): string {
  const folders = path.split(delimiter).filter(Boolean)
  return folders.map((each) => (isAbsolute(each) && realPath(each)) || each).join(delimiter)
}

/**
 * For git in the sandbox: the repository's settings are read-only, so git does not store upstream branches there;
 * commits are not signed, because keys and their agent are out of reach.
 */
function gitWords(env: NodeJS.ProcessEnv): string[] {
  const before = Number(env.GIT_CONFIG_COUNT ?? 0)
  const settings = ['branch.autoSetupMerge', 'commit.gpgSign', 'tag.gpgSign']
  return [
    ...settings.flatMap((name, index) => [
      ...['--setenv', `GIT_CONFIG_KEY_${before + index}`, name],
      ...['--setenv', `GIT_CONFIG_VALUE_${before + index}`, 'false'],
    ]),
    ...['--setenv', 'GIT_CONFIG_COUNT', `${before + settings.length}`],
  ]
}
