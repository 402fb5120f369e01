import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer()
const password = 'correct horse battery staple'
const browser = sharedBrowser()

async function open(options: { apiKey?: string; width?: number } = {}) {
  const watched = await watchedPage(browser(), { address: server().address, ...options })
  onTestFinished(() => watched.context.close())
  return watched
}

let count = 0
async function invite() {
  const email = `guest-${count++}@acme.test`
  const { invitations } = await server().acme.owner.users.invitePeople({ list: `${email}, member, Ada` })
  return { email, userId: invitations[0]?.user.id ?? '', url: invitations[0]?.url ?? '' }
}

/** The same page at the address of the test, whatever the public one is. */
function pathOf(url: string): string {
  return url.replace(new URL(url).origin, '')
}

describe('somebody who was invited', () => {
  it('chooses a password, is in, signs out, and comes back with it', async () => {
    const { email, url } = await invite()
    const { page, faults } = await open()
    await page.goto(pathOf(url))
    await page.getByRole('heading', { name: 'Welcome to acme' }).waitFor()
    expect(page.url()).not.toContain('token')
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL('**/overview')
    await page.goto('/settings')
    await settled(page)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/overview')
    expect(faults).toEqual([])
  })

  it('is told politely that a link was used', async () => {
    const { url } = await invite()
    const link = url.split('token=')[1] ?? ''
    await server().raw('POST', '/api/v0/browser-sessions', { json: { link, newPassword: password } })
    const { page } = await open()
    await page.goto(pathOf(url))
    await page.getByRole('alert').getByText('used already').waitFor()
    await page.getByLabel('API key').waitFor()
  })
})

describe('a password', () => {
  it('that is wrong is told at its field, and what was typed stays', async () => {
    const { page } = await open()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill('nobody@acme.test')
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('The e-mail or the password is wrong.').waitFor()
    expect(await page.getByLabel('E-mail').inputValue()).toBe('nobody@acme.test')
  })

  it('that is good for several organizations leads to the one that is chosen', async () => {
    const { acme, globex, raw } = server()
    const email = 'both@web.test'
    for (const { owner } of [acme, globex]) {
      const { invitations } = await owner.users.invitePeople({ list: email })
      const link = (invitations[0]?.url ?? '').split('token=')[1]
      await raw('POST', '/api/v0/browser-sessions', { json: { link, newPassword: password } })
    }
    const { page } = await open()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Organization').selectOption('globex')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/overview')
    await page.getByText('globex · member').first().waitFor()
  })

  it('is set and changed in the settings', async () => {
    const { page, faults } = await open({ apiKey: server().acme.manager.key })
    await page.goto('/settings')
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set.').waitFor()
    await page.getByLabel('Present password').fill(password)
    await page.getByLabel('New password').fill('another good pass phrase')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password is set.').waitFor()
    expect(faults).toEqual([])
  })
})
