import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { runCommand } from './run-command.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer()
const browser = sharedBrowser()

async function open(role: 'owner' | 'manager' | 'member' | 'guest', path: string) {
  const watched = await watchedPage(browser(), { address: server().address, apiKey: server().acme[role].key })
  onTestFinished(() => watched.context.close())
  await watched.page.goto(path)
  await watched.page.getByRole('heading', { level: 1 }).waitFor()
  return watched
}

function dialog(page: Page, name: string) {
  return page.getByRole('dialog', { name })
}

describe('people', () => {
  it('are invited by a list, with every fault named by its line, and each gets a link', async () => {
    const { page, faults } = await open('owner', '/organization/users')
    await page.getByRole('button', { name: 'Invite people' }).click()
    const list = page.getByLabel('People, one a line')
    await list.fill('ada@web.test, member, Ada, Okafor, core\nnot an address\nbo@web.test, king')
    await page.getByText('Line 2 needs an e-mail address').waitFor()
    await page.getByText('Line 3 has the role “king”').waitFor()
    expect(await page.getByRole('button', { name: 'Invite', exact: true }).isDisabled()).toBe(true)
    await list.fill('ada@web.test, member, Ada, Okafor, core\nbo@web.test, guest')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('2 people are invited').waitFor()
    expect(await dialog(page, 'Invite people').getByText('/sign-in#token=').count()).toBe(2)
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill('okafor')
    await page
      .getByRole('row', { name: /Ada Okafor/ })
      .getByText('core')
      .waitFor()
    expect(page.url()).toContain('q=okafor')
    expect(faults).toEqual([])
  })

  it('change role and team, get a link, and are removed', async () => {
    const { owner } = server().acme
    await owner.users.invite({ email: 'change@web.test', role: 'guest' })
    const { page, faults } = await open('owner', '/organization/users?q=change%40web.test')
    await page.getByRole('button', { name: 'Change change@web.test' }).click()
    await dialog(page, 'Change a user').getByLabel('Role').selectOption('manager')
    await dialog(page, 'Change a user').getByLabel('Team').fill('platform')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row', { name: /change@web.test/ })
      .getByText('manager')
      .waitFor()
    await page
      .getByRole('row', { name: /change@web.test/ })
      .getByText('platform')
      .waitFor()
    await page.getByRole('button', { name: 'Make a link for change@web.test' }).click()
    await dialog(page, 'A link to hand over').getByText('/sign-in#token=').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove change@web.test' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Nobody is called that').waitFor()
    expect(faults).toEqual([])
  })

  it('who may not change anything see no buttons for it', async () => {
    const { page, faults } = await open('member', '/organization/users')
    await page.getByRole('row', { name: /owner@acme/ }).waitFor()
    expect(await page.getByRole('button', { name: /Invite|Change|Remove/ }).count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('what was typed stays when the session has ended meanwhile', async () => {
    const { owner } = server().acme
    const { page } = await open('owner', '/organization/users')
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('People, one a line').fill('kept@web.test')
    await owner.browserSessions.revoke({ id: 'all' })
    // The page may have noticed by its open stream before the click: then its dialog lies over the button.
    await page.locator('button', { hasText: /^Invite$/ }).dispatchEvent('click')
    await dialog(page, 'Please sign in again').waitFor()
    await page.getByLabel('API key').fill(owner.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await dialog(page, 'Please sign in again').waitFor({ state: 'detached' })
    expect(await page.getByLabel('People, one a line').inputValue()).toBe('kept@web.test')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('1 person is invited').waitFor()
  })
})

describe('keys', () => {
  it('are made with scopes and an end, shown once, and revoked', async () => {
    const { page, faults } = await open('member', '/organization/keys')
    await page.getByRole('button', { name: 'New key' }).click()
    await page.getByLabel('Name').fill('nightly build')
    await page.getByLabel('Ends').selectOption('30')
    await page.getByRole('button', { name: 'Only this' }).click()
    expect(await page.getByLabel('Change users, limits and controls').count()).toBe(0)
    await page.getByLabel('Read sessions').check()
    await page.getByRole('button', { name: 'Make the key' }).click()
    const key = (await dialog(page, 'New API key').locator('code').textContent()) ?? ''
    expect((await server().client(key).organization.me()).scopes).toEqual(['sessions:read'])
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: /nightly build/ })
    await row.getByText('sessions:read').waitFor()
    expect(await page.content()).not.toContain(key)
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    // While the question is open, the page behind it is hidden from roles.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    await expect(server().client(key).organization.me()).rejects.toMatchObject({ status: 401 })
    expect(faults).toEqual([])
  })

  it('go with the keys that were made with them, if one says so', async () => {
    const { acme, client } = server()
    const parent = await acme.owner.apiKeys.create({ name: 'the parent' })
    const child = await client(parent.key).apiKeys.create({ name: 'the child' })
    const { page } = await open('owner', '/organization/keys')
    await page.getByRole('button', { name: 'Revoke the parent' }).click()
    await page.getByLabel(/Also revoke the key/).check()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    // While the question is open, nothing behind it can be found by its role.
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /the parent/ }).waitFor({ state: 'detached' })
    await expect(client(child.key).organization.me()).rejects.toMatchObject({ status: 401 })
  })
})

describe('limits', () => {
  it('are set, shown as a bar, and taken away', async () => {
    const { page, faults } = await open('manager', '/organization/limits')
    await page.getByText('Nobody has a limit').waitFor()
    await page.getByRole('button', { name: 'Set a limit' }).click()
    await page.getByLabel('E-mail').fill(server().acme.member.email)
    await page.getByLabel('Credits a month').fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 of 5,000').waitFor()
    await page.getByRole('button', { name: `Change the limit of ${server().acme.member.email}` }).click()
    await page.getByRole('button', { name: 'Remove the limit' }).click()
    await page.getByText('Nobody has a limit').waitFor()
    expect(faults).toEqual([])
  })
})

describe('controls', () => {
  it('are changed after a look at the difference; of two owners at once none loses anything; and restored', async () => {
    const { owner } = server().acme
    const { page, faults } = await open('owner', '/organization/controls')
    await page.getByLabel('Highest autonomy').selectOption('medium')
    await page.getByLabel('Forbidden commands').fill('rm -rf *\ncurl *')
    await owner.controls.replace({ cloudSessionSync: true })
    await page.getByRole('button', { name: 'Review and save' }).click()
    await dialog(page, 'What changes').getByText('Highest autonomy').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Keep sessions here').waitFor()
    expect(await page.getByLabel('Forbidden commands').inputValue()).toBe('rm -rf *\ncurl *')
    await page.getByRole('button', { name: 'Put my changes on top of theirs' }).click()
    await page.getByRole('button', { name: 'Review and save' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog(page, 'What changes').waitFor({ state: 'detached' })
    const { settings } = await owner.controls.get()
    expect(settings).toEqual({
      cloudSessionSync: true,
      maxAutonomyLevel: 'medium',
      commandDenylist: ['rm -rf *', 'curl *'],
    })
    await page.getByRole('link', { name: 'History' }).click()
    await page.waitForURL('**/history')
    await page.getByRole('button', { name: 'Restore' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('heading', { name: 'Revision 3' }).waitFor()
    expect((await owner.controls.get()).settings).toEqual({ cloudSessionSync: true })
    expect(faults.filter((fault) => !/412/.test(fault))).toEqual([])
  })

  it('are for managers to read', async () => {
    const { page } = await open('manager', '/organization/controls')
    await page.getByText('Only owners can change them').waitFor()
    expect(await page.getByLabel('Highest autonomy').isDisabled()).toBe(true)
  })
})

describe('the audit log', () => {
  it('is filtered by action and by person, in the address', async () => {
    const { page, faults } = await open('owner', '/organization/audit')
    await page.getByLabel('Action').fill('api_key.create')
    await page.waitForURL('**action=api_key.create')
    await page.getByLabel('Who acted').selectOption(server().acme.member.userId)
    await page.waitForURL('**user=**')
    await page.getByRole('listitem').locator('code').first().waitFor()
    await settled(page)
    const actions = await page.getByRole('listitem').locator('code').allTextContents()
    expect(new Set(actions)).toEqual(new Set(['api_key.create']))
    expect(faults).toEqual([])
  })
})

describe('webhooks', () => {
  it('are made with a secret that is shown once, switched off, and deleted', async () => {
    const { page, faults } = await open('owner', '/organization/webhooks')
    await page.getByRole('button', { name: 'New webhook' }).click()
    await page.getByLabel('Address').fill('https://receiver.invalid/hook')
    await page.getByLabel('A turn begins').uncheck()
    await page.getByRole('button', { name: 'Make the webhook' }).click()
    await dialog(page, 'Signing secret')
      .getByText(/^whsec_/)
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    await page.getByRole('button', { name: 'Deliveries' }).click()
    await page.getByText('Nothing was sent yet').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('There is no webhook yet').waitFor()
    expect(faults).toEqual([])
  })
})

describe('connecting an agent', () => {
  it('shows the command with address and key, and a dot that turns green', async () => {
    const { page, faults } = await open('member', '/connect')
    await page.getByRole('button', { name: 'Codex' }).click()
    await page.waitForURL('**agent=codex')
    await page.getByRole('button', { name: 'Make a key and show the command' }).click()
    const command = (await page.locator('code').first().textContent()) ?? ''
    expect(command).toContain(`npx --yes --package ${server().address}/packages/`)
    expect(command).toContain(`muster connect codex --write --ask-key --url ${server().address}`)
    const key = (await page.locator('code', { hasText: /^mst_/ }).textContent()) ?? ''
    expect(command).not.toContain(key)
    const { home } = await runCommand(`${command} --yes`, key)
    expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toContain(key)
    await page.getByText('Waiting for Codex').waitFor()
    const { telemetry } = server().client(key)
    const time = new Date(server().now()).toISOString()
    const own = { time, client: 'terminal-ui', sessionId: 'one' } as const
    await telemetry.events({ events: [{ ...own, type: 'session_start' }] })
    await telemetry.events({ events: [{ ...own, type: 'message', role: 'user' }] })
    await page.getByText('Codex reports').waitFor()
    await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
    await page.getByText('is not over; its numbers still rise').waitFor()
    const sessions = page.locator('dl > div').filter({ hasText: 'Your sessions' })
    await sessions.getByText('1', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })
})
