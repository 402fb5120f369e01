import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { ensureBuilt } from './built-web.ts'
import { launchChromium } from './chromium.ts'

/** One browser for all tests of a file, with the web application built. */
export function sharedBrowser(): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    await ensureBuilt()
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  return () => browser
}
