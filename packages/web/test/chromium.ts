import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installDebianPackage } from '../../server/src/testing/install-debian-package.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of the machine; where there is none, Debian's is installed. Tests that need it are never left out. */
export async function launchChromium(): Promise<Browser> {
  if (!places.some(existsSync)) await installDebianPackage('chromium')
  const executablePath = places.find(existsSync)
  if (!executablePath) throw new Error('The tests of the web application need Chromium: apt-get install chromium')
  // Root may not use the sandbox, and a container's shared memory is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
