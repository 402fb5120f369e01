import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Installs a package for tests that need a real server or browser, on Debian and as root. The caller checks whether it
 * is there afterwards. Test files run in parallel and apt allows one process, so they queue.
 */
export async function installDebianPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const install =
    `apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -qy ` +
    `--no-install-recommends ${name}`
  await promisify(execFile)('flock', [join(tmpdir(), 'muster-apt.lock'), 'sh', '-c', install]).catch(() => undefined)
}
