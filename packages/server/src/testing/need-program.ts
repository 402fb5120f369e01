import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin']

/**
 * Returns the path of a program that tests need: a real server, shell or browser. If it is missing, this installs
 * Debian's package, as root or with sudo without a password. It throws if that fails: no test is skipped for want of a
 * program.
 *
 * `name` may be a path with wildcards; if several match, the last one is taken.
 */
export async function needProgram(name: string, debianPackage = name): Promise<string> {
  const find = () =>
    (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)))
      .flatMap((path) => globSync(path).sort())
      .at(-1)
  const found = find()
  if (found !== undefined) return found
  await install(debianPackage).catch(() => undefined)
  const installed = find()
  if (installed === undefined)
    throw new Error(`Tests need ${name}, which could not be installed: apt-get install ${debianPackage}`)
  return installed
}

/** Test files run in parallel and apt allows one process, so they queue. */
async function install(debianPackage: string): Promise<void> {
  const command =
    `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -qy ` +
    `--no-install-recommends ${debianPackage}`
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  await run('flock', [join(tmpdir(), 'muster-apt.lock'), ...asRoot, 'sh', '-c', command])
}
