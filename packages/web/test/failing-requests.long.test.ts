import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { pages } from '../src/app/pages.ts'
import { answered } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { addUsage, now } from './usage.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer({ MUSTER_NOW: now })
const browser = sharedBrowser()

beforeAll(async () => {
  await addUsage(server())
})

/** These do not fail: without the one, there is no page at all, and the others are streams. */
const needed = /\/api\/v0\/me$|\/events\b/

const problem = { type: 'about:blank', title: 'Internal error', status: 500, code: 'internal_error', detail: 'Lost.' }

/** A page whose requests fail as long as `isLost` says so, and the requests that it made. */
async function openFailing() {
  const { page, context } = await watchedPage(browser(), {
    address: server().address,
    apiKey: server().acme.owner.key,
  })
  onTestFinished(() => context.close())
  const state = { isLost: (_: string): boolean => false, asked: new Set<string>() }
  await page.route('**/api/**', (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    if (needed.test(pathname) || route.request().method() !== 'GET') return route.fallback()
    const asked = pathname + withoutDays(search)
    state.asked.add(asked)
    if (!state.isLost(asked)) return route.fallback()
    return route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
  })
  return { page, state }
}

/** The days of the range and those of the period before fail together. */
function withoutDays(search: string): string {
  return search.replace(/\b(start|end)Date=[\d-]+&?/g, '')
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await answered(page)
}

const waiting = (page: Page) => page.locator('.animate-pulse').count()
const retries = (page: Page) => page.getByRole('button', { name: 'Try again' })
/** Every page that shows something of the service; `/connect` only makes keys. */
const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$') && path !== '/connect')
/** Pages that put several answers side by side. */
const composed = ['/overview', '/analytics/costs', '/analytics/work']
const visitors = 3

describe('when requests fail', () => {
  it('no page waits for ever: it shows the error with "Try again" instead', async () => {
    const left = [...paths]
    const problems: string[] = []
    const visitAll = async () => {
      const { page, state } = await openFailing()
      state.isLost = () => true
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await visit(page, path)
        if ((await waiting(page)) > 0) problems.push(`${path} waits`)
        if ((await retries(page).count()) === 0) problems.push(`${path} offers nothing`)
      }
    }
    await Promise.all(Array.from({ length: visitors }, visitAll))
    expect(problems).toEqual([])
  })

  it('one at a time, each shows it in its own place alone, and trying again fills that', async () => {
    const left = [...composed]
    const problems: string[] = []
    const visitAll = async () => {
      const { page, state } = await openFailing()
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        state.isLost = () => false
        state.asked.clear()
        await visit(page, path)
        for (const lost of [...state.asked]) {
          state.isLost = (asked) => asked === lost
          await visit(page, path)
          if ((await waiting(page)) > 0) problems.push(`${path} waits without ${lost}`)
        }
      }
    }
    await Promise.all(Array.from({ length: visitors }, visitAll))
    expect(problems).toEqual([])

    const { page, state } = await openFailing()
    state.isLost = (asked) => asked.includes('group_by=user')
    await visit(page, '/analytics/costs')
    const people = page.locator('section', { has: page.getByRole('heading', { name: 'People' }) })
    await people.getByText('Lost.').waitFor()
    expect(await retries(page).count()).toBe(1)
    state.isLost = () => false
    await people.getByRole('button', { name: 'Try again' }).click()
    await people.getByText('x@example.com').waitFor()
  })
})
