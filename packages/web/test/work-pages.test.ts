import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { type DemoComputer, joinDemoComputer } from './demo-computer.ts'
import { problemsOf } from './problems-of.ts'
import { runCommand } from './run-command.ts'
import { sharedBrowser } from './shared-browser.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer()
const browser = sharedBrowser()
let computer: DemoComputer
let repoId = ''

const verdict = (numerator: number, rationale: string) => ({ numerator, denominator: 1, rationale })

beforeAll(async () => {
  const { member } = server().acme
  computer = await joinDemoComputer(member, server().address, 'laptop')
  const apps = { '.': { description: 'Shop', kind: 'service', mayBe: 'tool' }, web: { description: 'Pages' } } as const
  const common = { repoUrl: 'https://git.example.com/acme/shop.git', apps }
  await member.reports.publish({
    ...common,
    report: { readme: verdict(0, 'No README.'), formatter: verdict(1, 'Biome.') },
  })
  const report = {
    readme: verdict(1, 'README.md has <b>12</b> lines.'),
    formatter: verdict(1, 'Biome.'),
    lint_config: verdict(0, 'No linter is configured; add a biome.json.'),
    our_notice: verdict(1, 'NOTICE:1 is there.'),
  }
  const switchedOff = { devcontainer: { reason: 'We work on bare machines.', until: '2030-01-01' } }
  const published = await member.reports.publish({ ...common, report, switchedOff })
  repoId = published.repoId ?? ''
})
afterAll(() => computer?.stop())

async function open(role: 'owner' | 'manager' | 'member' | 'guest') {
  const apiKey = server().acme[role].key
  const watched = await watchedPage(browser(), { address: server().address, apiKey })
  onTestFinished(() => watched.context.close())
  return watched
}

describe('computers', () => {
  it('show what they are, are renamed and removed, and tell how to join', async () => {
    const { acme } = server()
    await acme.member.computers.register({ name: 'spare' })
    const { page, faults } = await open('member')
    await page.goto('/computers')
    const card = page.getByRole('listitem').filter({ hasText: 'laptop' })
    await card.getByText('Connected').waitFor()
    await card.getByText('Demo agent').waitFor()
    await page.getByRole('button', { name: 'Let a machine join' }).click()
    const command = (await page.getByRole('dialog').locator('code', { hasText: 'npx' }).textContent()) ?? ''
    expect(command).toContain(
      `muster login --url ${server().address} && \\\n  npx --yes --package ${server().address}/packages/`,
    )
    // As it stands there, it would stay connected until it is ended.
    const leave = command.slice(command.lastIndexOf('npx')).replace('computers join', 'computers leave --yes')
    const joined = await runCommand(`${command} fresh --agent demo --background && ${leave}`, acme.member.key)
    expect(joined.stdout + joined.stderr).toContain('fresh is connected')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('button', { name: 'New managed computer' }).count()).toBe(0)

    await page.getByRole('link', { name: 'spare' }).click()
    await page.getByText('Never connected').waitFor()
    expect(faults).toEqual([])
    await page.getByLabel('Name').fill('LAPTOP')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('Another computer of the organization is called LAPTOP.').waitFor()
    await page.getByLabel('Name').fill('שולחן')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { level: 1, name: 'שולחן' }).waitFor()
    await page.getByRole('button', { name: 'Remove this computer' }).click()
    await page.getByRole('button', { name: 'Remove for good' }).click()
    await page.waitForURL('**/computers')
    expect((await acme.member.computers.list()).computers.map(({ name }) => name)).toEqual(['laptop'])
  })

  it('are told to be managed where the organization allows it', async () => {
    const { owner } = server().acme
    const { page, faults } = await open('owner')
    const { settings } = await owner.controls.get()
    await owner.controls.replace({ ...settings, managedComputersEnabled: true })
    await page.goto('/computers')
    await page.getByRole('button', { name: 'New managed computer' }).click()
    await page.getByLabel('Name').fill('cloud')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'cloud' }).waitFor()
    await page.getByText('Install the agent').waitFor()
    // This service runs none of them, and the page says so.
    await page.getByText('Waits to be started').first().waitFor()
    expect(faults).toEqual([])
  })
})

describe('readiness', () => {
  it('shows repositories, a report with its evidence, and what changed between two', async () => {
    const { page, faults } = await open('guest')
    await page.goto('/readiness')
    await page
      .getByRole('row', { name: /acme\/shop/ })
      .getByText('↑ better')
      .waitFor()
    await page.getByRole('link', { name: 'acme/shop' }).click()
    await page.getByRole('heading', { level: 1, name: 'acme/shop' }).waitFor()
    await page.getByText('Passes: README').click()
    await page.getByText('README.md has <b>12</b> lines.').waitFor()
    const next = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Next steps' }) })
    await next.getByText('No linter is configured; add a biome.json.').waitFor()
    const apps = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Applications' }) })
    await apps.getByText('a service', { exact: true }).waitFor()
    await apps.getByText('It is perhaps a tool: muster readiness kind . tells why, and corrects it.').waitFor()
    await apps.getByText('Pages').waitFor()
    await page.getByText('1 of 2 · 40 points').waitFor()
    await page.getByText('Passes. NOTICE:1 is there.').waitFor()
    await page.getByText('devcontainer until 2030-01-01').waitFor()
    const compare = page.getByLabel('Compare with')
    await compare.selectOption({ index: 1 })
    await page.waitForURL('**with=**')
    await page.getByText('passes now').waitFor()
    expect(faults).toEqual([])
  })
})

it('pages of one thing are accessible in both themes, fit a narrow screen, and nothing moves', async () => {
  const watched = await open('owner')
  for (const path of [`/computers/${computer.id}`, `/readiness/${encodeURIComponent(repoId)}`]) {
    expect(await problemsOf(watched, path)).toEqual([])
  }
})
