import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer()
const browser = sharedBrowser()
let apiKey = ''
beforeAll(() => {
  apiKey = server().acme.owner.key
})

async function open() {
  const watched = await watchedPage(browser(), { address: server().address, apiKey })
  onTestFinished(() => watched.context.close())
  return watched.page
}

/** The code of every page but those that are loaded already. */
const codeOfPages = '**/assets/page-*.js'

describe('a page whose code cannot be fetched', () => {
  it('leaves the application as it is, and opens when it is tried again', async () => {
    const page = await open()
    await page.route(codeOfPages, (route) => route.abort())
    await page.goto('/organization/keys')
    await page.getByText('This page could not be loaded').waitFor()
    await page.getByRole('link', { name: 'Members & keys' }).click()
    await page.waitForURL('**/organization/users')
    await page.getByText('This page could not be loaded').waitFor()
    await page.unroute(codeOfPages)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    expect(await page.getByText('There is a new version').count()).toBe(0)
  })

  it('after an upgrade leads to the new version, without reloading by itself', async () => {
    const page = await open()
    await page.route(codeOfPages, (route) => route.fulfill({ status: 404 }))
    await page.route('**/sign-in', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type=module src=/assets/index-later.js></script>' }),
    )
    await page.goto('/organization/keys')
    await page.getByText('There is a new version of Muster.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Load it' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  })

  it('offline opens all the same once there was time to fetch it', async () => {
    const page = await open()
    const fetched = new Set<string>()
    page.on('response', (response) => fetched.add(new URL(response.url()).pathname))
    await page.goto('/settings')
    await settled(page)
    const all = () => [...fetched].filter((path) => path.startsWith('/assets/page-')).length
    await expect.poll(all, { timeout: 30_000 }).toBeGreaterThan(20)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Members & keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Invite people' }).waitFor()
  })
})

describe('what was typed', () => {
  it('into the controls is there again after another page and after a reload, until it is discarded', async () => {
    const page = await open()
    await page.goto('/organization/controls')
    await page.getByLabel('Highest autonomy').selectOption('low')
    await page.getByText('1 change, not saved yet').waitFor()
    await page.getByRole('link', { name: 'Members & keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    await page.goBack()
    await page.getByText('1 change, not saved yet').waitFor()
    await page.reload()
    await page.getByText('1 change, not saved yet').waitFor()
    expect(await page.getByLabel('Highest autonomy').inputValue()).toBe('low')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await settled(page)
    expect(await page.getByText('not saved yet').count()).toBe(0)
  })

  it('into an invitation is there when it is opened again, and gone when people are invited', async () => {
    const page = await open()
    await page.goto('/organization/users')
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('People, one a line').fill('later@lost.test')
    await page.keyboard.press('Escape')
    await page.reload()
    await page.getByRole('button', { name: 'Invite people' }).click()
    expect(await page.getByLabel('People, one a line').inputValue()).toBe('later@lost.test')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('1 person is invited').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Invite people' }).click()
    expect(await page.getByLabel('People, one a line').inputValue()).toBe('')
  })
})
