/**
 * Names in package-lock.json the optional packages of platforms other than this one, each with its checksum. A mirror
 * that lacks some of them makes `npm install` leave them out, and then `npm ci` refuses the lock file. Run by
 * `npm run lock`.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'

interface LockEntry {
  version?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const file = new URL('../package-lock.json', import.meta.url)
const systems = 'android darwin win32 windows freebsd openharmony aix sunos netbsd openbsd openwrt linux'.split(' ')
const processors: Record<string, string> = { ppc64le: 'ppc64', x86_64: 'x64', aarch64: 'arm64', armv7: 'arm' }
for (const name of 'x64 arm64 arm ia32 ppc64 riscv64 s390x loong64 mips64el mipsel wasm32'.split(' ')) {
  processors[name] = name
}

const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }
let added = 0
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (placesOf(path, name).some((place) => place in lock.packages)) continue
    const missing = entryOf(name, range, entry)
    if (!missing) continue
    lock.packages[`node_modules/${name}`] = missing
    added++
  }
}
const unknown: string[] = []
for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity !== undefined) continue
  const name = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`
  const integrity = await findIntegrity(name)
  if (integrity === undefined) unknown.push(name)
  else entry.integrity = integrity
}
const sorted = Object.entries(lock.packages).sort(([one], [other]) =>
  one === '' ? -1 : other === '' ? 1 : one.localeCompare(other, 'en'),
)
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
console.log(`package-lock.json: ${added === 0 ? 'complete' : `${added} packages of other platforms added`}`)
if (unknown.length > 0) {
  console.warn(`The registry knows no checksum of these; run this again with one that does: ${unknown.join(', ')}`)
}

/** The checksum that the registry published with a version; `undefined` when it has no such version. */
async function findIntegrity(nameAndVersion: string): Promise<string | undefined> {
  const args = ['view', nameAndVersion, 'dist.integrity', '--json']
  try {
    const { stdout } = await promisify(execFile)('npm', args)
    const integrity: unknown = JSON.parse(stdout || 'null')
    return typeof integrity === 'string' && /^sha512-/.test(integrity) ? integrity : undefined
  } catch {
    return undefined
  }
}

/** Where Node would look for a package, from the place of the one that wants it. */
function placesOf(path: string, name: string): string[] {
  const places: string[] = []
  for (let base = path; base !== ''; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    places.push(`${base}/node_modules/${name}`)
  }
  return [...places, `node_modules/${name}`]
}

/** The name of such a package contains its platform; a package without one is not for a platform. */
function entryOf(name: string, range: string, { dev }: LockEntry): LockEntry | undefined {
  const words = name.slice(name.lastIndexOf('/') + 1).split(/[-.]/)
  const system = words.find((word) => systems.includes(word))
  const processor = words.flatMap((word) => processors[word] ?? []).at(0)
  if (system === undefined && processor === undefined) return undefined
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.includes('gnu') ? 'glibc' : undefined
  return {
    version: range.replace(/^[\^~=v]+/, ''),
    ...(processor && { cpu: [processor] }),
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(system && { os: [system === 'windows' ? 'win32' : system] }),
  }
}
