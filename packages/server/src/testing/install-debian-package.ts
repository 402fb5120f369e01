import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs a package for tests that need a real server or browser, on Debian, as root or as a user who may become root
 * without a password. The caller checks whether it is there afterwards. Test files run in parallel and apt allows one
 * process, so they queue.
 */
export async function installDebianPackage(name: string): Promise<void> {
  const install =
    `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -qy ` +
    `--no-install-recommends ${name}`
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const queued = [join(tmpdir(), 'muster-apt.lock'), ...asRoot, 'sh', '-c', install]
  await promisify(execFile)('flock', queued).catch(() => undefined)
}
