import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { rowsOf } from '../../server/test/database-rows.ts'
import { problemsOf } from './problems-of.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { watchedPage } from './watched-page.ts'

const now = '2026-06-30T12:00:00Z'
const yesterday = { from: '2026-06-29', to: '2026-06-29' }
const many = 10_000

const server = sharedTestServer({ MUSTER_NOW: now })
const browser = sharedBrowser()

async function open(role: 'owner' | 'manager' | 'member') {
  const apiKey = server().acme[role].key
  const watched = await watchedPage(browser(), { address: server().address, apiKey })
  onTestFinished(() => watched.context.close())
  return watched
}

describe('ten thousand people', () => {
  it('are searched and sorted with few rows in the document, in their usage and in the organization', async () => {
    const { acme, databaseUrl } = server()
    await rowsOf(
      databaseUrl,
      `insert into users (id, organization_id, email, email_key, role, created_at)
       select gen_random_uuid(), $1::uuid, 'p' || n || '@many.test', 'p' || n || '@many.test', 'guest', n
       from generate_series(1, ${many}) n`,
      [acme.organizationId],
    )
    const events = Array.from({ length: many }, (_, n) => ({
      time: `${yesterday.from}T10:00:00Z`,
      type: 'session_start' as const,
      client: 'terminal-ui' as const,
      userEmail: `p${n + 1}@many.test`,
      sessionId: `s${n}`,
    }))
    for (let first = 0; first < many; first += 1000) {
      await acme.owner.telemetry.events({ events: events.slice(first, first + 1000) })
    }
    await acme.owner.analytics.refresh()
    // As the database does by itself after a while.
    await rowsOf(databaseUrl, 'analyze', [])
    const { page, faults } = await open('manager')
    await page.goto(`/analytics/users?from=${yesterday.from}&to=${yesterday.to}`)
    await page.getByText('10,000 active people', { exact: true }).waitFor({ timeout: 60_000 })
    expect(await page.getByRole('row').count()).toBeLessThan(200)
    await page.getByRole('searchbox').fill('p9999@')
    await page.getByText('1 of 10,000 people').waitFor()
    await page.goto('/organization/users')
    await page.getByText('10,004 people').waitFor({ timeout: 60_000 })
    expect(await page.getByRole('row').count()).toBeLessThan(300)
    await page.getByRole('searchbox').fill('p9998@')
    await page.getByRole('row', { name: /p9998@many.test/ }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('a list of five thousand people', () => {
  it('with faults in it is told line by line, keeps what was typed, and nobody is invited', async () => {
    const { page, faults } = await open('owner')
    await page.goto('/organization/users?q=import')
    await page.getByRole('button', { name: 'Invite people' }).click()
    const lines = Array.from({ length: 5000 }, (_, n) => (n % 100 === 99 ? `broken ${n}` : `i${n}@import.test`))
    // Typing so much takes the browser long, whatever the page does: it is set at once, as a pasted list is.
    await page.getByLabel('People, one a line').evaluate((area, text) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }, lines.join('\n'))
    await page.getByText('Line 100 needs an e-mail address').waitFor()
    await page.getByText(/^And \d+ more\.$/).waitFor()
    expect(await page.getByRole('dialog').getByRole('listitem').count()).toBeLessThan(50)
    expect(await page.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
    expect((await page.getByLabel('People, one a line').inputValue()).split('\n')).toHaveLength(5000)
    expect(faults).toEqual([])
  })
})

describe('names', () => {
  const names = ['漢'.repeat(63), 'مشروع'.repeat(12), '\u202Egnp.exe', '👩‍👩‍👧‍👦'.repeat(5)]

  it('of 63 wide characters, from right to left, and with marks that turn text around fit the lists', async () => {
    const { member } = server().acme
    for (const name of names) {
      const { id: computerId } = await member.computers.register({ name })
      await member.sessions.create({ computerId, title: name })
    }
    const watched = await open('member')
    for (const path of ['/computers', '/sessions', '/sessions/new']) {
      expect(await problemsOf(watched, path)).toEqual([])
      await watched.page.getByText('漢'.repeat(63)).locator('visible=true').first().waitFor()
    }
  })
})

describe('without a network', () => {
  it('the page says so, keeps what was typed, and goes on by itself', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'away' })
    const { page, context } = await open('member')
    await page.goto('/sessions/new')
    await settled(page)
    await context.setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill('Typed while away')
    const { sessionId } = await member.sessions.create({ computerId, title: 'Made meanwhile' })
    await context.setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Sessions', exact: true }).click()
    await page.locator(`a[href="/sessions/${sessionId}"]`).waitFor()
    await page.goto('/sessions/new')
    expect(await page.getByRole('textbox', { name: 'Message to the agent' }).inputValue()).toBe('Typed while away')
  })
})

describe('an answer', () => {
  it('that is slow leaves room for it, one that fails is told, and trying again shows the page', async () => {
    const { page } = await open('manager')
    const answers = Promise.withResolvers<void>()
    let fails = true
    await page.route('**/usage/limits/**', async (route) => {
      await answers.promise
      if (!fails) return route.fallback()
      const problem = {
        type: 'about:blank',
        title: 'Internal error',
        status: 500,
        code: 'internal_error',
        detail: 'Lost.',
      }
      return route.fulfill({ status: 500, contentType: 'application/problem+json', json: problem })
    })
    await page.goto('/organization/limits')
    await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
    await page.locator('.animate-pulse').first().waitFor()
    expect(await page.getByText('Nobody has a limit').count()).toBe(0)
    answers.resolve()
    await page.getByRole('alert').getByText('Lost.').waitFor()
    expect(await page.locator('.animate-pulse').count()).toBe(0)
    fails = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Nobody has a limit').waitFor()
  })
})
