import type { Browser, BrowserContext, Page } from 'playwright-core'
import { track } from './settled.ts'

/** A page of which everything is written down that must not happen. */
export interface WatchedPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Console messages, failed requests, answers that are errors, violations of the policy, requests to other hosts. */
  readonly faults: string[]
  /** How far things moved that nobody had touched. */
  shift(): Promise<number>
}

interface WatchOptions {
  readonly address: string
  readonly apiKey?: string
  readonly theme?: 'light' | 'dark'
  readonly width?: number
}

export async function watchedPage(browser: Browser, options: WatchOptions): Promise<WatchedPage> {
  const { address, apiKey, theme = 'light', width = 1280 } = options
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme, baseURL: address })
  if (apiKey) await context.request.post('/api/v0/browser-sessions', { data: { apiKey } })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  track(page)
  const faults: string[] = []
  page.on('console', (message) => faults.push(`console: ${message.text()}`))
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('requestfailed', (request) => {
    // A page that is left takes its open requests along.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') faults.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== address) faults.push(`another host: ${request.url()}`)
  })
  await page.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) moved.sum += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shift = () => page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum)
  return { page, context, faults, shift }
}
