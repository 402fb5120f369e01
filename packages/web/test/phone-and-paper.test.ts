import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { pages } from '../src/app/pages.ts'
import { settled, track } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { addUsage, now } from './usage.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer({ MUSTER_NOW: now })
const browser = sharedBrowser()
beforeAll(() => addUsage(server(), 10))

const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$'))

describe('on a phone', () => {
  it('everything that one presses is large enough for a finger', async () => {
    const viewport = { width: 375, height: 812 }
    const context = await browser().newContext({ viewport, hasTouch: true, isMobile: true, baseURL: server().address })
    onTestFinished(() => context.close())
    await context.request.post('/api/v0/browser-sessions', { data: { apiKey: server().acme.owner.key } })
    const page = await context.newPage()
    track(page)
    const small: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await settled(page)
      const found = await page.evaluate(() => {
        const targets = 'button, select, nav a, [role=option], input:not([type=checkbox], [type=radio])'
        return [...document.querySelectorAll<HTMLElement>(targets)]
          .filter((each) => each.checkVisibility())
          .filter((each) => each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44)
          .map((each) => each.getAttribute('aria-label') ?? each.textContent)
      })
      small.push(...found.map((name) => `${path}: ${name}`))
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (over > 0) small.push(`${path} is ${over} pixels wider than the screen`)
    }
    expect(small).toEqual([])
  })
})

describe('on paper', () => {
  it('a page says whose numbers these are and of when, without anything that one presses', async () => {
    const watched = await watchedPage(browser(), {
      address: server().address,
      apiKey: server().acme.owner.key,
      theme: 'dark',
    })
    onTestFinished(() => watched.context.close())
    const { page } = watched
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.goto('/analytics/costs?from=2026-06-20&to=2026-06-29')
    await settled(page)
    await page.emulateMedia({ media: 'print' })
    await page.getByText(/, Sat, 20 Jun 2026 to Mon, 29 Jun 2026, in UTC/).waitFor()
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
    const isLight = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    expect(isLight).toBe('light')
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over).toBeLessThanOrEqual(0)
  })
})
