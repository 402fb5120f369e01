import type { Git, OpenedGit } from '@muster/contract/node/git'
import type { DocumentationChange, GitFacts } from './git-facts.ts'
import { type GitStatus, parseStatus } from './git-status.ts'

/** The files of a working tree, and what git knows about the commit. */
export interface GitView {
  /** The directory of the working tree. */
  readonly top: string
  readonly isShallow: boolean
  readonly paths: readonly string[]
  readonly links: readonly string[]
  /** How many repositories inside of this one git knows of. */
  readonly submodules: number
  readonly facts: GitFacts
}

const daySeconds = 24 * 60 * 60
const freshDays = 180
const symbolicLink = '120000'
const submodule = '160000'

/** Asks git at once for all that does not depend on each other. */
export async function readGit({ git, top, isShallow, remotes }: OpenedGit): Promise<GitView> {
  const [status, index, commitTime, hasRemoteBranch] = await Promise.all([
    // Submodules are repositories of their own, with configurations of their own.
    git([
      'status',
      '--porcelain=v2',
      '--branch',
      '-z',
      '--untracked-files=all',
      '--ignore-submodules=all',
      '--no-renames',
    ]),
    git(['ls-files', '-z', '--stage']),
    git(['show', '-s', '--format=%ct', 'HEAD'])
      .then((output) => timeOf(output.toString()))
      .catch(() => undefined),
    git(['for-each-ref', '--count=1', '--format=%(refname)', 'refs/remotes']).then((output) => output.length > 0),
  ])
  const remoteUrl = addressOfRemote(remotes)
  const parsed = parseStatus(status)
  const { paths, links, submodules } = filesOf(index, parsed)
  const { commitHash, branch, hasChanges } = parsed
  const [hasNonRemoteCommits, documentation] = await Promise.all([
    // Without any branch of a remote, nobody can tell what was pushed.
    commitHash === undefined || !hasRemoteBranch ? undefined : hasUnpushed(git),
    commitTime === undefined ? undefined : findDocumentationChange(git, paths, commitTime, isShallow),
  ])
  return {
    top,
    isShallow,
    paths,
    links,
    submodules,
    facts: {
      hasLocalChanges: hasChanges,
      ...(parsed.deleted.size > 0 && { missing: [...parsed.deleted].sort() }),
      ...(commitHash !== undefined && { commitHash }),
      ...(branch !== undefined && { branch }),
      ...(commitTime !== undefined && { committedOn: new Date(commitTime * 1000).toISOString().slice(0, 10) }),
      ...(hasNonRemoteCommits !== undefined && { hasNonRemoteCommits }),
      ...(remoteUrl !== undefined && { remoteUrl }),
      ...(documentation !== undefined && { documentation }),
    },
  }
}

/** Seconds of a commit; `undefined` for a time that no calendar has. */
function timeOf(output: string): number | undefined {
  const seconds = Number(output)
  return Math.abs(seconds) <= latestSeconds ? seconds : undefined
}

/** The end of all dates of JavaScript. */
const latestSeconds = 8.64e12

/** Plain files that are tracked or could be, and links. Submodules are only counted. */
function filesOf(index: Buffer, { deleted, untracked }: GitStatus) {
  const paths: string[] = []
  const links: string[] = []
  let submodules = 0
  const entries = index.toString()
  for (let start = 0, end = entries.indexOf('\0'); end >= 0; start = end + 1, end = entries.indexOf('\0', start)) {
    const path = entries.slice(entries.indexOf('\t', start) + 1, end)
    if (deleted.has(path)) continue
    if (entries.startsWith(symbolicLink, start)) links.push(path)
    else if (entries.startsWith(submodule, start)) submodules++
    // A file in conflict has an entry for each side, one after the other.
    else if (path !== paths.at(-1)) paths.push(path)
  }
  // A repository inside of this one is shown as a directory, and is none of ours.
  for (const path of untracked) if (!path.endsWith('/')) paths.push(path)
  return { paths: paths.sort(), links, submodules }
}

/** That of `origin`, or of the first one by name. */
function addressOfRemote(remotes: ReadonlyMap<string, string>): string | undefined {
  return remotes.get('origin') ?? [...remotes].sort(([a], [b]) => (a < b ? -1 : 1))[0]?.[1]
}

async function hasUnpushed(git: Git): Promise<boolean> {
  return (await git(['rev-list', '--max-count=1', 'HEAD', '--not', '--remotes'])).length > 0
}

/** Measured from the commit and not from today, so that a commit always gives the same report. */
async function findDocumentationChange(
  git: Git,
  paths: readonly string[],
  commitTime: number,
  isShallow: boolean,
): Promise<DocumentationChange | 'older' | undefined> {
  const pages = paths.filter((path) =>
    /^(\.github\/)?(README|AGENTS|CONTRIBUTING|ARCHITECTURE|CLAUDE|DEVELOPMENT)[^/]*$/i.test(path),
  )
  const folders = [...new Set(paths.flatMap((path) => /^(docs?|documentation)(?=\/)/i.exec(path)?.[0] ?? []))]
  if (pages.length + folders.length === 0) return isShallow ? undefined : 'older'
  const since = commitTime - freshDays * daySeconds
  // The first commit of a shallow clone seems to add every file, and what is before it is unknown.
  const edges = isShallow ? await oldestCommits(git) : []
  const unknown = edges.some((edge) => edge.time >= since) ? undefined : 'older'
  const output = await git([
    '--literal-pathspecs',
    'log',
    '-1',
    '--no-merges',
    `--since=${since}`,
    '--format=%H %ct',
    '--name-only',
    '-z',
    'HEAD',
    ...edges.map(({ hash }) => `^${hash}`),
    '--',
    ...pages,
    ...folders,
  ])
  const [head = '', ...rest] = output.toString().split('\0')
  const [commitHash, time] = head.trim().split(' ')
  const changed = rest.map((each) => each.replace(/^\n/, '')).filter(Boolean)
  // The page itself before its translations, and a page before what is beside it.
  const path =
    changed.find((each) => /^README(\.\w+)?$/i.test(each)) ??
    changed.find((each) => /\.(md|mdx|markdown|rst|adoc|asciidoc|txt)$/i.test(each)) ??
    changed[0]
  if (!commitHash || !time || !path) return unknown
  return { path, commitHash, daysBefore: Math.max(0, Math.floor((commitTime - Number(time)) / daySeconds)) }
}

/** Where the history of a shallow clone begins. */
async function oldestCommits(git: Git): Promise<{ readonly hash: string; readonly time: number }[]> {
  const output = await git(['log', '--max-parents=0', '--format=%H %ct', 'HEAD'])
  return output
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ hash: line.slice(0, line.indexOf(' ')), time: Number(line.slice(line.indexOf(' '))) }))
}
