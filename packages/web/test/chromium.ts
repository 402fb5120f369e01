import { type Browser, chromium } from 'playwright-core'
import { needProgram } from '../../server/src/testing/need-program.ts'

/** The browser of the machine; where there is none, Debian's is installed. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await needProgram('chromium')
  // Root may not use the sandbox, and a container's shared memory is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
