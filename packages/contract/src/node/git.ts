import { execFile } from 'node:child_process'

/** Runs git in one repository. */
export type Git = (args: readonly string[]) => Promise<Buffer>

/** Git failed; the message is git's own. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly isMissing: boolean

  constructor(message: string, isMissing: boolean) {
    super(message)
    this.isMissing = isMissing
  }
}

/**
 * A repository may come from anybody, and its configuration can name programs for git to run. These settings disable
 * such programs; `openGit` disables content filters, whose names vary.
 */
const safeSettings = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.sshCommand=false',
  'core.askPass=',
  'core.quotePath=false',
  'credential.helper=',
  'diff.external=',
  'log.showSignature=false',
  'gpg.program=false',
  'status.submoduleSummary=false',
  'submodule.recurse=false',
  'protocol.allow=never',
]

/** Long enough for a million files. Without a timeout, git waits forever if there is a pipe where it expects a file. */
const usualTimeoutMs = 60_000
const largestAnswerBytes = 1024 * 1024 * 1024

/** A repository that git could open. */
export interface OpenedGit {
  readonly git: Git
  /** The directory of the working tree. */
  readonly top: string
  readonly isShallow: boolean
  /** The addresses of the remotes, by name. */
  readonly remotes: ReadonlyMap<string, string>
}

/** Git for the repository that holds `directory`. */
export async function openGit(directory: string, timeoutMs = usualTimeoutMs): Promise<OpenedGit> {
  const plain = gitIn(directory, safeSettings, timeoutMs)
  const [here, place] = await Promise.all([
    readSettings(plain),
    plain(['rev-parse', '--is-shallow-repository', '--show-toplevel']),
  ])
  const [, isShallow, top = ''] = /^(true|false)\n(.*)\n$/s.exec(place.toString()) ?? []
  // A repository can name another one as its working tree. Then git runs the programs in the settings of that one.
  const { filters, remotes } = top === directory ? here : await readSettings(gitIn(top, safeSettings, timeoutMs))
  const off = [...filters].flatMap((name) => [
    `${name}.clean=`,
    `${name}.smudge=`,
    `${name}.process=`,
    `${name}.required=false`,
  ])
  return { git: gitIn(top, [...safeSettings, ...off], timeoutMs), top, isShallow: isShallow === 'true', remotes }
}

/** The configured filters and remotes, read with one process, because each start of git is slow. */
async function readSettings(git: Git) {
  const output = await git([
    'config',
    '--null',
    '--show-scope',
    '--get-regexp',
    '^(filter\\.|remote\\..*\\.url$)',
  ]).catch((error: unknown) => {
    // Git exits with an error and no message if none of the settings exist.
    if (error instanceof GitFailure && !error.isMissing) return Buffer.alloc(0)
    throw error
  })
  // Each scope is followed by a setting's name, and by its value on the next line if it has one.
  const fields = output.toString().split('\0')
  const filters = new Set<string>()
  const remotes = new Map<string, string>()
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const scope = fields[index] ?? ''
    const [name = '', value = ''] = (fields[index + 1] ?? '').split(/\n(.*)/s)
    const remote = /^remote\.(.*)\.url$/s.exec(name)?.[1]
    // If a remote has several addresses, git fetches from the first.
    if (remote !== undefined) remotes.set(remote, remotes.get(remote) ?? value)
    else if (/^(local|worktree)$/.test(scope)) filters.add(name.slice(0, name.lastIndexOf('.')))
  }
  // On the command line, the first `=` ends a name.
  if ([...filters].some((name) => name.includes('=')))
    throw new GitFailure('its settings name a filter that cannot be switched off', false)
  return { filters, remotes }
}

function gitIn(directory: string, settings: readonly string[], timeoutMs: number): Git {
  const flags = settings.flatMap((setting) => ['-c', setting])
  return (args) =>
    new Promise((resolve, reject) => {
      const options = {
        cwd: directory,
        env: safeEnvironment(process.env),
        encoding: 'buffer',
        maxBuffer: largestAnswerBytes,
        timeout: timeoutMs,
      } as const
      const child = execFile('git', ['--no-pager', ...flags, ...args], options, (error, stdout, stderr) => {
        if (!error) return resolve(stdout)
        const silent = error.killed ? `it did not answer within ${timeoutMs / 1000} seconds` : error.message
        const said = stderr.toString().trim().split('\n')[0]
        reject(new GitFailure(said || silent, error.code === 'ENOENT'))
      })
      child.stdin?.end()
    })
}

/** Removes variables that direct git to another repository; git sets them for hooks. */
function safeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith('GIT_') || name.startsWith('GIT_CONFIG_'))
  return {
    ...Object.fromEntries(kept),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_PAGER: 'cat',
    LC_ALL: 'C',
  }
}
