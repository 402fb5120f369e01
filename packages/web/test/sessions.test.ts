import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { rowsOf } from '../../server/test/database-rows.ts'
import { type DemoComputer, joinDemoComputer } from './demo-computer.ts'
import { problemsOf } from './problems-of.ts'
import { settled } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'
import { storedSession, textBlock } from './stored-session.ts'
import { violations } from './violations.ts'
import { watchedPage } from './watched-page.ts'

const server = sharedTestServer()
const browser = sharedBrowser()
let computer: DemoComputer

beforeAll(async () => {
  computer = await joinDemoComputer(server().acme.member, server().address, 'laptop')
})
afterAll(() => computer?.stop())

async function open(role: 'owner' | 'manager' | 'member') {
  const apiKey = server().acme[role].key
  const watched = await watchedPage(browser(), { address: server().address, apiKey })
  onTestFinished(() => watched.context.close())
  return watched
}

const stored = (title: string, count: number, contentOf: string) =>
  storedSession(server(), computer.id, { title, count, contentOf })

describe('a conversation', () => {
  it('is begun on a computer, asks, works, is stopped, and takes back what waits', async () => {
    const { page, faults } = await open('member')
    await page.goto('/sessions/new')
    await page.getByRole('radio', { name: /laptop.*Demo agent in .*Connected/ }).waitFor()
    await page.getByRole('radio', { name: /^low/i }).check()
    const field = page.getByRole('textbox', { name: 'Message to the agent' })
    await field.fill('write notes.txt hello\nsay **Done** with <b>it</b>')
    await page.getByLabel('Files to attach').setInputFiles({
      name: 'plan.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Plan'),
    })
    await page.getByRole('list', { name: 'Attached files' }).getByText('plan.md').waitFor()
    await field.press('Enter')
    await page.waitForURL(/\/sessions\/[0-9a-f-]{36}$/)

    const asks = page.getByRole('region', { name: 'The agent asks' })
    await asks.getByText('Write notes.txt').waitFor()
    await page.waitForFunction(() => document.title.startsWith('(1) '))
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^data:image\/svg/)
    expect(await violations(page)).toEqual([])
    await asks.getByRole('button', { name: 'Allow once' }).click()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await conversation.getByRole('strong').getByText('Done').waitFor()
    await conversation.getByText(/Done with <b>it<\/b>$/).waitFor()
    await conversation.getByRole('button', { name: /plan.md/ }).waitFor()
    await page.locator('span', { hasText: /^Done$/ }).waitFor()
    await page.waitForFunction(() => !document.title.startsWith('('))
    const call = conversation.getByRole('button', { name: /^write/ })
    expect(await call.getAttribute('aria-expanded')).toBe('false')
    await call.click()
    await conversation.getByText('Wrote notes.txt.', { exact: true }).waitFor()

    await field.fill('wait 600')
    await field.press('Enter')
    await page.getByText('Working').waitFor()
    await field.fill('say never')
    await page.getByRole('button', { name: 'Queue' }).click()
    const waiting = conversation.getByRole('listitem').filter({ hasText: 'say never' })
    await waiting.getByRole('button', { name: 'Take back' }).click()
    await waiting.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.locator('span', { hasText: /^Stopped$/ }).waitFor()
    expect(faults).toEqual([])

    const sessionId = page.url().split('/').at(-1) ?? ''
    const { messages } = await server().acme.member.messages.list({ sessionId })
    expect(JSON.stringify(messages)).not.toContain('say never')
    const [row] = await rowsOf(server().databaseUrl, 'select client from sessions where id = $1', [sessionId])
    expect(row).toEqual({ client: 'web' })
  })

  it('shows what others do to it, and keeps what was typed', async () => {
    const { member } = server().acme
    const { sessionId } = await member.sessions.create({ computerId: computer.id, title: 'Shared' })
    const { page } = await open('manager')
    await page.goto(`/sessions/${sessionId}`)
    await page.getByText('Nothing was said yet').waitFor()
    await page.getByRole('textbox', { name: 'Message to the agent' }).fill('half a thou')
    await member.messages.post({ sessionId, text: 'think hard\nsay hello there' })
    await page.getByText('hello there', { exact: true }).waitFor()
    const thought = page.getByRole('button', { name: /^Thought/ }).first()
    expect(await thought.getAttribute('aria-expanded')).toBe('false')
    await member.sessions.update({ sessionId, title: 'Renamed' })
    await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor()
    await page.reload()
    await page.getByText('hello there', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Message to the agent' }).inputValue()).toBe('half a thou')
  })

  it('has settings, an archive and an end', async () => {
    const { member } = server().acme
    const { sessionId } = await member.sessions.create({ computerId: computer.id, title: 'Short' })
    const { page, faults } = await open('member')
    await page.goto(`/sessions/${sessionId}`)
    await page.getByRole('button', { name: 'Settings of the session' }).click()
    await page.getByLabel('Model').fill('demo')
    await page.getByRole('radio', { name: /^medium/i }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('autonomy medium').waitFor()
    expect((await member.sessions.get({ sessionId })).sessionSettings).toMatchObject({
      model: 'demo',
      autonomyLevel: 'medium',
    })
    await page.getByRole('button', { name: 'Settings of the session' }).click()
    await page.getByRole('button', { name: 'Archive' }).click()
    await page.getByText('This session is in the archive').waitFor()
    await page.getByRole('button', { name: 'Settings of the session' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await page.waitForURL('**/sessions')
    expect(faults).toEqual([])
  })

  it('runs nothing of what others wrote, and fits a narrow screen in both themes', async () => {
    const nasty = `'<img src=x onerror="document.title=1"><script>1</script> [x](javascript:alert(1)) ' || chr(27) || '[31mred' || chr(8238) || 'x'`
    const blocks = `json_build_array(json_build_object('type', 'text', 'id', 't', 'text', ${nasty}),
      json_build_object('type', 'tool_use', 'id', 'u' || n, 'name', 'Bash', 'input', json_build_object('command', ${nasty})),
      json_build_object('type', 'tool_result', 'id', 'r' || n, 'toolUseId', 'u' || n, 'isError', true, 'content', ${nasty}))`
    const sessionId = await stored('<b>Bold</b>', 3, blocks)
    const watched = await open('owner')
    const { page } = watched
    expect(await problemsOf(watched, `/sessions/${sessionId}`)).toEqual([])
    await page.getByRole('heading', { level: 1, name: '<b>Bold</b>' }).waitFor()
    await page.getByText('␛[31mred‹U+202E›x').first().waitFor()
    expect(await page.locator('main img, main script, main a[href^=javascript]').count()).toBe(0)
  })

  it('shows code and changed lines in their colours, which can be read in both themes', async () => {
    const code = 'interface Order {\n  id: string // <b>unique</b>\n}\nexport const limit = max(12, "a")\n'
    const change = { file_path: 'src/limit.ts', old_string: 'const limit = 11 // few', new_string: 'const limit = 12' }
    const blocks = JSON.stringify([
      { type: 'text', id: 't', text: `Use \`limit\`:\n\`\`\`ts\n${code}\`\`\`\n\`\`\`unknown\nconst x\n\`\`\`` },
      { type: 'tool_use', id: 'u', name: 'Edit', input: change },
      { type: 'tool_result', id: 'r', toolUseId: 'u', isError: true, content: 'The file has changed meanwhile.' },
    ])
    const sessionId = await stored('Colours', 2, `'${blocks.replaceAll("'", "''")}'::json`)
    const watched = await open('member')
    const { page } = watched
    expect(await problemsOf(watched, `/sessions/${sessionId}`)).toEqual([])
    const colored = (kind: string) => page.locator(`.text-code-${kind}`)
    await expect
      .poll(() => colored('keyword').allTextContents())
      .toEqual(expect.arrayContaining(['interface', 'export', 'const']))
    await colored('comment').getByText('// <b>unique</b>').last().waitFor()
    await page
      .getByRole('region', { name: 'Changed lines' })
      .locator('.text-code-comment')
      .getByText('// few')
      .waitFor()
    expect(await page.locator('pre').last().textContent()).toBe('const x')
    expect(await page.locator('pre').first().textContent()).toBe(code.trimEnd())
    expect(await violations(page)).toEqual([])
    expect(watched.faults).toEqual([])
  })

  it('of 20,000 messages, one of them of 2 MB, has few of them in the document and reads on at the top', async () => {
    const sessionId = await stored(
      'Long',
      20_000,
      textBlock(`case when n = 20000 then repeat('é', 1000000) else 'Message ' || n end`),
    )
    const { page, faults } = await open('member')
    await page.goto(`/sessions/${sessionId}`)
    await page.getByRole('button', { name: 'Show all 1M characters' }).click()
    await page.getByRole('button', { name: 'Show less' }).waitFor()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await page.getByRole('button', { name: 'Show less' }).click()
    for (let pages = 0; pages < 3; pages++) {
      const before = await conversation.evaluate((box) => box.scrollHeight)
      await conversation.evaluate((box) => box.scrollTo({ top: 0 }))
      await page.waitForFunction(([box, height]) => (box as Element).scrollHeight > (height as number), [
        await conversation.elementHandle(),
        before,
      ] as const)
    }
    expect(await conversation.getByRole('listitem').count()).toBeLessThan(100)
    expect(faults).toEqual([])
  })

  it('tells when its computer was seen last', async () => {
    const { member } = server().acme
    const { id: computerId } = await member.computers.register({ name: 'away' })
    await rowsOf(server().databaseUrl, 'update computers set disconnected_at = $2 where id = $1', [
      computerId,
      Date.now() - 600_000,
    ])
    const { sessionId } = await member.sessions.create({ computerId })
    await member.messages.post({ sessionId, text: 'Go.' })
    const { page } = await open('member')
    await page.goto(`/sessions/${sessionId}`)
    await page.getByText('Computer is offline').waitFor()
    await page.getByText('last seen 10 minutes ago').waitFor()
  })

  it('that is not there is told, in words', async () => {
    const { page } = await open('member')
    await page.goto('/sessions/00000000-0000-7000-8000-000000000000')
    await page.getByRole('alert').getByText('There is no such session.').waitFor()
  })
})

describe('the overview', () => {
  it('shows what waits for this person, which can be answered there', async () => {
    const { member } = server().acme
    const { sessionId } = await member.sessions.create({ computerId: computer.id, title: 'Paint the fence' })
    const { page, faults } = await open('member')
    await page.goto('/overview')
    await member.messages.post({ sessionId, text: 'ask Paint the fence green?' })
    const card = page.locator('section', { hasText: 'Needs you' }).first()
    await card.getByRole('link', { name: /aint the fence/ }).waitFor()
    await card.getByRole('button', { name: 'Refuse with a reason' }).click()
    await card.getByLabel('What the agent shall do instead').fill('say Then blue.')
    await card.getByRole('button', { name: 'Refuse and send' }).click()
    await card.getByRole('link', { name: /aint the fence/ }).waitFor({ state: 'detached' })
    await page.goto(`/sessions/${sessionId}`)
    await page.getByText('Then blue.', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })
})

describe('the list of sessions', () => {
  it('is live, filtered by address, and lets one peek', async () => {
    const { member } = server().acme
    const { sessionId } = await member.sessions.create({ computerId: computer.id, title: 'Mend the pump' })
    const { page, faults } = await open('member')
    // Somebody who allowed notifications and looks elsewhere, with a browser that shows them only from a worker.
    await page.addInitScript(() => {
      const told: string[] = []
      class Notification {
        static permission = 'granted'
        constructor(title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`)
          throw new TypeError('Illegal constructor')
        }
      }
      document.hasFocus = () => false
      Object.assign(window, { told, Notification })
    })
    await page.goto('/sessions?q=pump')
    const row = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: 'Mend the pump' })
    await row.getByText('Idle').waitFor()
    await member.messages.post({ sessionId, text: 'ask Mend the pump now?' })
    await row.getByText('Waits for you').waitFor()
    const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told)
    await expect.poll(told).toEqual([expect.stringMatching(/^An agent waits for you: .*end the pump/)])
    await page.getByRole('button', { name: 'Working' }).click()
    await page.waitForURL('**show=busy**')
    await row.waitFor()
    await page.getByRole('button', { name: /^Peek into .*end the pump/ }).click()
    await page.waitForURL(`**peek=${sessionId}`)
    const peek = page.getByRole('dialog', { name: 'Peek' })
    await peek.getByText('ask Mend the pump now?').last().waitFor()
    expect(await violations(page)).toEqual([])
    await peek.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Refuse', exact: true }).click()
    await page.getByText('Then I do not.', { exact: true }).waitFor()
    await page.goto('/sessions?q=pump')
    await row.waitFor()
    await member.sessions.remove({ sessionId })
    await page.getByText('No session is like that').waitFor()
    expect(faults).toEqual([])
  })

  it('tells what each cost, and does not take for free what nobody knows', async () => {
    const usage = { inputTokens: 900, outputTokens: 100, cacheCreationTokens: 0, cacheReadTokens: 0, thinkingTokens: 0 }
    const spent = { day: '2026-11-01', model: 'claude-opus-5', usage, cost: 120_000_000, currency: 'USD' }
    const used = async (title: string, spent: object, tokenUsage: object | null) => {
      const sessionId = await stored(title, 2, textBlock(`'Hello.'`))
      const values = [sessionId, JSON.stringify(spent), tokenUsage && JSON.stringify(tokenUsage)]
      await rowsOf(server().databaseUrl, 'update sessions set spent = $2, token_usage = $3 where id = $1', values)
    }
    await used('Told by its agent', [spent], usage)
    await used('Of a model without a price', [{ ...spent, model: 'nobodys-model', cost: undefined }], usage)
    await used('Without a report', [], null)
    await server().acme.member.sessions.create({ computerId: computer.id, title: 'Not used yet' })
    const { page, faults } = await open('member')
    await page.goto('/sessions')
    const row = (title: string) =>
      page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').filter({ hasText: title })
    await row('Told by its agent').getByText('$0.12', { exact: true }).waitFor()
    await row('Of a model without a price').getByText('cost unknown', { exact: true }).waitFor()
    await row('Without a report').getByText('cost unknown', { exact: true }).waitFor()
    const ofUnused = row('Not used yet').getByText(/cost|\$/)
    expect(await ofUnused.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('shows members their own sessions only, and managers those of all', async () => {
    const { owner } = server().acme
    const managed = await owner.computers.register({ name: 'theirs' })
    await owner.sessions.create({ computerId: managed.id, title: 'Of the owner' })
    const member = await open('member')
    await member.page.goto('/sessions')
    await settled(member.page)
    expect(await member.page.getByText('Of the owner').count()).toBe(0)
    const manager = await open('manager')
    await manager.page.goto('/sessions')
    await manager.page.getByText('Of the owner').waitFor()
    await manager.page.getByRole('button', { name: 'Only mine' }).click()
    await manager.page.getByText('No session is like that').waitFor()
  })
})
