/** What must be mounted in a sandbox, and what may be. */
export interface ExpectedMounts {
  /** Writable folders, each with its inode number. */
  readonly writable: Readonly<Record<string, number>>
  readonly readOnly: readonly string[]
  /** Further writable paths: in memory, or without files of the user. */
  readonly own: readonly string[]
}

/** The input of the first program in a sandbox. */
export interface FirstWords {
  readonly mounts: ExpectedMounts
  /** The socket of the proxy; absent if the agent uses the machine's network. */
  readonly socket?: string
  readonly domains: readonly string[]
  /** Ports of the machine itself, such as `localhost:8080`. */
  readonly ports: readonly string[]
}

/** Options of bubblewrap that mount something writable, with the position of the path after the option. */
const writing: Readonly<Record<string, number>> = {
  '--bind': 2,
  '--bind-try': 2,
  '--tmpfs': 1,
  '--dev': 1,
  '--proc': 1,
}

/** The paths at which bubblewrap's arguments mount something writable. */
export function writablePaths(words: readonly string[]): string[] {
  return words.flatMap((word, index) => words[index + (writing[word] ?? Number.NaN)] ?? [])
}

/** Describes the first unexpected mount, as the end of a sentence. `text` is the system's mount table. */
export function unexpectedMount(
  text: string,
  { writable, readOnly, own }: ExpectedMounts,
  numberOf: (path: string) => number,
): string | undefined {
  // If several mounts have the same path, the last one is visible.
  const mounted = new Map(text.trim().split('\n').map(mountIn))
  const mayBeWritten = new Set([...own, ...Object.keys(writable)])
  const isOfSystem = (path: string) => /^\/(?:dev|proc)(?:\/|$)/.test(path)
  for (const [path, isWritable] of mounted) {
    if (isWritable && !mayBeWritten.has(path) && !isOfSystem(path)) return `${path} may be written`
  }
  const changed = Object.entries(writable).find(([path, number]) => !mounted.get(path) || numberOf(path) !== number)
  if (changed) return `${changed[0]} is another folder`
  const open = readOnly.find((path) => mounted.get(path) !== false)
  return open === undefined ? undefined : `${open} is not closed`
}

function mountIn(line: string): [path: string, isWritable: boolean] {
  const [, , , , path = '', options = ''] = line.split(' ')
  const name = path.replace(/\\(\d{3})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
  return [Buffer.from(name, 'latin1').toString('utf8'), options.split(',').includes('rw')]
}
