import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of the machine; where there is none, Debian's is installed. Tests that need it are never left out. */
export async function launchChromium(): Promise<Browser> {
  if (!places.some(existsSync)) await install()
  const executablePath = places.find(existsSync)
  if (!executablePath) throw new Error('The tests of the web application need Chromium: apt-get install chromium')
  // Root may not use the sandbox, and a container's shared memory is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

async function install(): Promise<void> {
  const [command = '', ...before] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  const run = (...args: string[]) => promisify(execFile)(command, [...before, ...args], { timeout: 600_000 })
  await run('update')
  await run('install', '--yes', '--no-install-recommends', 'chromium')
}
