/** What must be mounted in a sandbox, and what may be. */
export interface ExpectedMounts {
  /** Folders that may be written, each with its number on the disk. */
  readonly writable: Readonly<Record<string, number>>
  readonly readOnly: readonly string[]
  /** Others that may be written: in memory, or nothing of the user. */
  readonly own: readonly string[]
}

/** What the first program in a sandbox must know. */
export interface FirstWords {
  readonly mounts: ExpectedMounts
  /** Of the proxy; absent in the network of the machine itself. */
  readonly socket?: string
  readonly domains: readonly string[]
  /** Of the machine itself, as `localhost:8080`. */
  readonly ports: readonly string[]
}

/** Words for bubblewrap after which something may be written, with the position of the path. */
const writing: Readonly<Record<string, number>> = {
  '--bind': 2,
  '--bind-try': 2,
  '--tmpfs': 1,
  '--dev': 1,
  '--proc': 1,
}

/** The paths at which words for bubblewrap mount something that may be written. */
export function writablePaths(words: readonly string[]): string[] {
  return words.flatMap((word, index) => words[index + (writing[word] ?? Number.NaN)] ?? [])
}

/** What is mounted otherwise than it is expected, as the end of a sentence. `text` is what the system says of mounts. */
export function unexpectedMount(
  text: string,
  { writable, readOnly, own }: ExpectedMounts,
  numberOf: (path: string) => number,
): string | undefined {
  // Of several mounts at a path, the last one is seen.
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
