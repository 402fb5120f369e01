import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { pages } from '../src/app/pages.ts'
import { problemsOf } from './problems-of.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { addUsage, lastDay, now } from './usage.ts'
import { violations } from './violations.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer({ MUSTER_NOW: now })
const browser = sharedBrowser()

beforeAll(async () => {
  await addUsage(server())
})

async function open(options: { apiKey?: string; theme?: 'light' | 'dark'; width?: number } = {}) {
  const watched = await watchedPage(browser(), { address: server().address, ...options })
  onTestFinished(() => watched.context.close())
  return watched
}

const paths = pages.map(({ path }) => path).filter((path) => !path.includes('$'))

/** Few at a time: the browser has no more cores than the machine. */
const visitors = 3

describe('every page', () => {
  it('has one heading and a title, is accessible in both themes, fits a narrow screen, and nothing fails or moves', async () => {
    const left = [...paths]
    const problems: string[] = []
    const visit = async () => {
      const watched = await open({ apiKey: server().acme.owner.key })
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        problems.push(...(await problemsOf(watched, path)))
      }
    }
    await Promise.all(Array.from({ length: visitors }, visit))
    expect(problems).toEqual([])
  })

  it('and the sign-in page too, which asks the service nothing', async () => {
    const watched = await open()
    const asked: string[] = []
    watched.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    expect(await problemsOf(watched, '/sign-in')).toEqual([])
    await watched.page.getByLabel('API key').waitFor()
    expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
  })
})

describe('the page of a person', () => {
  it('leads to the limit of that person', async () => {
    const { owner, member } = server().acme
    const { page } = await open({ apiKey: owner.key })
    await page.goto(`/analytics/users/${member.userId}`)
    await page.getByRole('link', { name: 'Set a limit' }).click()
    expect(await page.getByLabel('E-mail').inputValue()).toBe(member.email)
    await page.getByLabel('Credits a month').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('of 5,000').waitFor()
    expect(new URL(page.url()).search).toBe('')
  })
})

describe('signing in', () => {
  it('works with the one-time link, once, and leaves no trace of it in the address', async () => {
    const { page, faults } = await open()
    const token = await server().app.services.links.createOwnerLink()
    await page.goto(`/sign-in#token=${token}`)
    await page.waitForURL('**/overview')
    expect(page.url()).not.toContain('token')
    expect(faults).toEqual([])
    const other = await open()
    await other.page.goto(`/sign-in#token=${token}`)
    await other.page.getByRole('alert').getByText('used already').waitFor()
  })

  it('works with a key, tells a wrong one, and leads to where one wanted to go', async () => {
    const { page } = await open()
    await page.goto('/analytics/tokens?range=7d')
    await page.getByLabel('API key').fill('mst_wrong')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('API key').and(page.locator('[aria-invalid=true]')).waitFor()
    await page.getByText('This key does not work here.').waitFor()
    await page.getByLabel('API key').fill(server().acme.manager.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/analytics/tokens?range=7d')
  })

  it('again, when the session has ended, keeps what was typed', async () => {
    const { acme } = server()
    const { page } = await open({ apiKey: acme.manager.key })
    await page.goto('/analytics/users')
    await settled(page)
    await page.getByRole('searchbox').fill('owner@')
    await acme.manager.browserSessions.revoke({ id: 'all' })
    // The page may have noticed by its open stream before the click: then its dialog lies over the button.
    await page.locator('button', { hasText: '7 days' }).dispatchEvent('click')
    await page.getByRole('dialog', { name: 'Please sign in again' }).waitFor()
    await page.getByLabel('API key').fill(acme.manager.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('searchbox').inputValue()).toBe('owner@')
    await page.getByRole('link', { name: acme.owner.email }).waitFor()
  })

  it('and out again, at /settings', async () => {
    const { page, faults } = await open({ apiKey: server().acme.guest.key })
    await page.goto('/settings')
    await page.getByText('this browser').waitFor()
    await settled(page)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.goto('/overview')
    await page.waitForURL('**/sign-in')
    expect(faults).toEqual([])
  })
})

describe('roles', () => {
  it.each(['owner', 'manager', 'member', 'guest'] as const)(
    'a %s sees the pages of that role, and is told of the others',
    async (role) => {
      const { page, faults } = await open({ apiKey: server().acme[role].key })
      await page.goto('/overview')
      await page.getByRole('heading', { level: 1 }).waitFor()
      const links = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link')
      const shown = await links.allTextContents()
      expect(shown.length).toBeLessThanOrEqual(14)
      // Everything that this role may see is an entry, or a tab below one.
      const found = new Set<string>()
      for (let at = 0; at < shown.length; at++) {
        await links.nth(at).click()
        await page
          .locator(`a[aria-current=page]`, { hasText: shown[at] ?? '' })
          .first()
          .waitFor()
        const tabs = page.getByRole('navigation', { name: /^Pages of/ }).getByRole('link')
        const inside = await tabs.allTextContents()
        for (const label of inside.length > 0 ? inside : [shown[at] ?? '']) found.add(label)
      }
      const mine = pages.filter(({ menu, roles }) => menu && !menu.isQuiet && roles.includes(role))
      expect(found).toEqual(new Set(mine.map(({ menu }) => menu?.label)))
      const refused = pages.filter(({ roles, path }) => !roles.includes(role) && !path.includes('$'))
      for (const { path, title } of refused) {
        // By link; all but the first without a new document.
        if (path === refused[0]?.path) await page.goto(path)
        else await page.evaluate((to) => window.history.pushState({}, '', to), path)
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
        await page.getByText('Your role does not include this page').waitFor()
        expect(new URL(page.url()).pathname).toBe(path)
      }
      expect(faults).toEqual([])
    },
  )
})

describe('a chart', () => {
  it('is read by the keyboard, and marks the same day in every chart of the page', async () => {
    const { page } = await open({ apiKey: server().acme.owner.key })
    await page.goto('/analytics/tokens?range=7d')
    await settled(page)
    const chart = page.getByRole('slider', { name: 'Billable tokens by model, day by day' })
    await chart.focus()
    await page.keyboard.press('End')
    const { data } = await server().acme.owner.analytics.tokens({
      startDate: lastDay,
      endDate: lastDay,
      group_by: 'model',
    })
    const [first] = data as { group_key: string; billable_tokens: number }[]
    const text = (await chart.getAttribute('aria-valuetext')) ?? ''
    expect(text).toContain('29 Jun 2026')
    expect(text).toContain(`${first?.group_key} ${first?.billable_tokens.toLocaleString('en-US')}`)
    const others = page.getByRole('slider', { name: 'Input and output tokens, day by day' })
    expect(await others.getAttribute('aria-valuetext')).toContain('29 Jun 2026')
  })

  it('has its exact numbers as a table with every day, as a file, and a definition', async () => {
    const { page } = await open({ apiKey: server().acme.owner.key })
    await page.goto('/analytics/activity?from=2026-05-30&to=2026-06-29')
    await settled(page)
    const card = page.locator('section', { has: page.getByRole('heading', { name: 'Sessions started' }) })
    await card.getByRole('button', { name: 'Table' }).click()
    expect(page.url()).toContain('table=sessions')
    expect(await card.getByRole('row').count()).toBe(1 + 31)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: 'CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.trim().split('\r\n')).toHaveLength(1 + 31)
    const cells = (await card.getByRole('row').last().getByRole('cell').allTextContents()).join()
    expect(csv.trim().split('\r\n').at(-1)).toBe(cells)
    await card.getByRole('button', { name: /What is/ }).click()
    await page.getByRole('dialog').getByText('session').first().waitFor()
  })

  it('leads to a single day by a click or Enter, and the way back leads to the range', async () => {
    const { page, faults } = await open({ apiKey: server().acme.owner.key })
    await page.goto('/overview?range=7d')
    await settled(page)
    const chart = page.getByRole('slider', { name: 'Billable tokens by model, day by day' })
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/overview?from=2026-06-28&to=2026-06-28')
    await settled(page)
    const { data } = await server().acme.owner.analytics.costs({ startDate: '2026-06-28', endDate: '2026-06-28' })
    const cost = page.locator('dt', { hasText: /^Cost$/ }).locator('xpath=following-sibling::dd')
    expect(await cost.textContent()).toContain(`$${data[0]?.cost?.toFixed(2)}`)
    await page.goBack()
    await page.waitForURL('**/overview?range=7d')
    await settled(page)
    const box = await chart.boundingBox()
    await chart.click({ position: { x: (box?.width ?? 0) - 24, y: 60 } })
    await page.waitForURL('**/overview?from=2026-06-29&to=2026-06-29')
    expect(faults).toEqual([])
  })

  it('shows the days of the range, which moves by arrows, presets and the keyboard', async () => {
    const { page } = await open({ apiKey: server().acme.owner.key })
    await page.goto('/analytics/tools')
    await settled(page)
    await page.getByRole('button', { name: '7 days' }).click()
    await page.waitForURL('**range=7d')
    await page.getByRole('button', { name: 'Earlier' }).click()
    await page.waitForURL('**from=2026-06-16&to=2026-06-22')
    await page.locator('main').press(']')
    await page.waitForURL('**from=2026-06-23&to=2026-06-29')
    await page.getByRole('button', { name: /^Range/ }).click()
    await page.getByLabel('First day').fill('2026-06-01')
    await page.getByRole('button', { name: 'Show these days' }).click()
    await page.waitForURL('**from=2026-06-01&to=2026-06-29')
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.waitForURL('**/analytics/tokens?from=2026-06-01&to=2026-06-29')
  })
})

describe('people', () => {
  it('are searched, sorted and opened', async () => {
    const { page, faults } = await open({ apiKey: server().acme.manager.key })
    await page.goto('/analytics/users')
    await settled(page)
    expect(await page.getByRole('row').count()).toBe(1 + 4)
    await page.keyboard.press('/')
    await page.keyboard.type('ада')
    await page.getByText('1 of 4 people').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Person' }).click()
    await page.waitForURL('**sort=name**')
    await page.getByRole('link', { name: 'ада@example.com' }).click()
    await page.getByRole('heading', { level: 1, name: 'ада@example.com' }).waitFor()
    await settled(page)
    expect(await page.getByText('Active days').count()).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })
})

describe('costs', () => {
  it('are told by person, the largest first, with a link to the person on the same days', async () => {
    const { page, faults } = await open({ apiKey: server().acme.manager.key })
    await page.goto('/analytics/costs?from=2026-06-01&to=2026-06-29')
    const rows = page.getByRole('list', { name: 'People by cost' }).getByRole('listitem')
    await rows.first().waitFor()
    const { member } = server().acme
    // Everybody works on two days of three, and a day costs one to four dollars.
    const days = (place: number) => Array.from({ length: 29 }, (_, day) => day + 1 + place).filter((n) => n % 3).length
    const people = [server().acme.owner.email, member.email, 'ада@example.com', 'x@example.com']
    const expected = people.map((name, place) => `${name}: $${days(place) * (place + 1)}.00`).toReversed()
    const shown = await rows.evaluateAll((items) => items.map((item) => item.getAttribute('title')))
    expect(shown).toEqual(expected)
    await page.getByRole('link', { name: member.email }).click()
    await page.getByRole('heading', { level: 1, name: member.email }).waitFor()
    expect(page.url()).toContain('from=2026-06-01&to=2026-06-29')
    expect(faults).toEqual([])
  })
})

describe('a month in words', () => {
  it('stands on the overview, and its names lead to their costs', async () => {
    const { page, faults } = await open({ apiKey: server().acme.manager.key })
    await page.goto('/overview')
    await page.getByText(/^June so far costs \$\d+\.00/).waitFor()
    await page.getByRole('link', { name: 'Day by day' }).click()
    await page.waitForURL('**/analytics/costs?range=month')
    expect(faults).toEqual([])
  })
})

describe('what is shown', () => {
  it('narrows to what is clicked, says so in the address and in a chip, and widens again', async () => {
    const { owner } = server().acme
    const { page, faults } = await open({ apiKey: owner.key })
    const costOf = async (filter?: string) => {
      const range = { startDate: '2026-06-01', endDate: '2026-06-29' }
      const { data } = await owner.analytics.costs({ ...range, ...(filter !== undefined && { filter }) })
      return `$${data.reduce((sum, row) => sum + (row.cost ?? 0), 0).toFixed(2)}`
    }
    const cost = page.locator('dt', { hasText: /^Cost$/ }).locator('xpath=following-sibling::dd')
    await page.goto('/analytics/costs?from=2026-06-01&to=2026-06-29')
    await expect.poll(() => cost.textContent()).toContain(await costOf())
    await page.getByRole('link', { name: 'atlas-5' }).click()
    await page.waitForURL('**/costs?from=2026-06-01&to=2026-06-29&model=atlas-5')
    await page.getByRole('list', { name: 'Narrowed to' }).getByText('atlas-5').waitFor()
    await expect.poll(() => cost.textContent()).toContain(await costOf('model:atlas-5'))
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'No longer only this model' }).click()
    await expect.poll(() => cost.textContent()).toContain(await costOf())
    expect(faults).toEqual([])
  })

  it('is the cost of a person on that person’s page, too', async () => {
    const { owner, member } = server().acme
    const { page } = await open({ apiKey: owner.key })
    await page.goto(`/analytics/users/${member.userId}?from=2026-06-01&to=2026-06-29`)
    const cost = page.locator('dt', { hasText: /^Cost$/ }).locator('xpath=following-sibling::dd')
    await expect.poll(() => cost.textContent()).toMatch(/^\$\d+\.00/)
    await page.getByRole('link', { name: 'Cost', exact: true }).click()
    await page.waitForURL(`**/analytics/costs?from=2026-06-01&to=2026-06-29&person=${member.userId}`)
    await page.getByRole('list', { name: 'Narrowed to' }).getByText(member.email).waitFor()
  })
})

describe('the shell', () => {
  it('has a palette, a sheet of shortcuts, keys for pages, and a theme that stays', async () => {
    const { owner } = server().acme
    const { page, faults } = await open({ apiKey: owner.key })
    await page.goto('/settings')
    await page.getByText('this browser').waitFor()
    const { id: computerId } = await owner.computers.register({ name: 'greenhouse' })
    const { sessionId } = await owner.sessions.create({ computerId, title: 'Water the `plants`' })
    await page.keyboard.press('Control+k')
    const found = page.getByRole('option')
    await page.getByRole('combobox').fill(server().acme.guest.email)
    await found.filter({ hasText: server().acme.guest.email }).waitFor()
    await page.getByRole('combobox').fill('greenh')
    await expect
      .poll(() => found.allTextContents())
      .toEqual(['Water the plantsSession · greenhouse', 'greenhouseComputer'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/computers/${computerId}`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('water plants')
    await found.first().click()
    await page.waitForURL(`**/sessions/${sessionId}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('atlas')
    await found.filter({ hasText: 'atlas-5' }).click()
    await page.waitForURL('**/analytics/costs?model=atlas-5')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('model prices')
    await found.filter({ hasText: 'Setting' }).first().click()
    await page.waitForURL('**/organization/controls#modelPrices')
    await expect
      .poll(() => page.locator('#modelPrices').evaluate((each) => each.getBoundingClientRect().top))
      .toBeLessThan(900)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('tokens')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/analytics/tokens')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('u')
    await page.waitForURL('**/analytics/users')
    await page.getByRole('button', { name: 'Theme: as the system' }).first().click()
    await page.reload()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
    expect(faults).toEqual([])
  })

  it('says so where there is nothing, with status 404', async () => {
    const { page } = await open({ apiKey: server().acme.owner.key })
    const answer = await page.goto('/nowhere')
    expect(answer?.status()).toBe(404)
    await page.getByText('There is no such page').waitFor()
  })
})
