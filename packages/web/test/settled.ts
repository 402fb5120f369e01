import type { Page, Request } from 'playwright-core'

/** Streams of events never end, so nothing waits for them. */
function isStream(request: Request): boolean {
  return /\/events(\/|\?|$)/.test(new URL(request.url()).pathname)
}

/** Waits until nothing is loading any more: no request for a moment, no place that is still empty. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'))
  await answered(page)
  await page.waitForFunction(() => !document.querySelector('.animate-pulse'))
}

/** Waits until there was no request for a moment. */
export async function answered(page: Page): Promise<void> {
  const open = openRequests.get(page) ?? track(page)
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60))))
    quiet = open.size === 0 ? quiet + 1 : 0
  }
}

const openRequests = new WeakMap<Page, Set<Request>>()

/** Called when a page is made, so that the requests of its first document are known. */
export function track(page: Page): Set<Request> {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => {
    if (!isStream(request)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) open.clear()
  })
  return open
}
