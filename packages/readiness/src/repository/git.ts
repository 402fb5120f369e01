import { execFile } from 'node:child_process'

/** Runs git in one repository. */
export type Git = (args: readonly string[]) => Promise<Buffer>

/** Git did not do what it was asked; the message is its own. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
  readonly isMissing: boolean

  constructor(message: string, isMissing: boolean) {
    super(message)
    this.isMissing = isMissing
  }
}

/**
 * A repository may come from anybody, and its configuration can name programs that git would run. These settings switch
 * such programs off; `openGit` switches off content filters, whose names vary.
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

/** Long enough for a million files; git waits for ever if there is a pipe where it expects a file. */
const usualTimeoutMs = 60_000
const largestAnswerBytes = 1024 * 1024 * 1024

/** Git for the repository that holds `directory`. */
export async function openGit(directory: string, timeoutMs = usualTimeoutMs): Promise<Git> {
  const plain = gitIn(directory, safeSettings, timeoutMs)
  const names = await plain(['config', '--null', '--show-scope', '--name-only', '--get-regexp', '^filter\\.']).catch(
    (error: unknown) => {
      // Without any filter, git ends with an error and says nothing.
      if (error instanceof GitFailure && !error.isMissing) return Buffer.alloc(0)
      throw error
    },
  )
  const fields = names.toString().split('\0')
  const own = fields.filter((_, index) => /^(local|worktree)$/.test(fields[index - 1] ?? ''))
  const filters = new Set(own.map((name) => name.slice(0, name.lastIndexOf('.'))))
  const off = [...filters].flatMap((name) => [
    `${name}.clean=`,
    `${name}.smudge=`,
    `${name}.process=`,
    `${name}.required=false`,
  ])
  return gitIn(directory, [...safeSettings, ...off], timeoutMs)
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

/** Removes variables that lead git elsewhere, as they are set inside a hook. */
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
