// npm run screenshots: every page at three widths in both themes, into screenshots/, which is not committed.
// It looks at a service that runs: MUSTER_API_URL and MUSTER_API_KEY, as the first start prints them.
// `npm run screenshots -- sessions 1440-light` makes only those whose names hold every given word.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { pages } from '../packages/web/src/app/pages.ts'
import { launchChromium } from '../packages/web/test/chromium.ts'
import { settled, track } from '../packages/web/test/settled.ts'

const { MUSTER_API_URL: baseURL = 'http://127.0.0.1:4000', MUSTER_API_KEY: apiKey } = process.env
if (!apiKey) {
  console.error('Set MUSTER_API_KEY to a key of an owner, and MUSTER_API_URL unless the service is at 127.0.0.1:4000.')
  process.exit(2)
}

/** One of each kind, for pages that are about one thing. */
async function findExamples(): Promise<Readonly<Record<string, string | undefined>>> {
  const client = createClient({ baseUrl: baseURL, apiKey })
  const [{ sessions }, { computers }, { repositories }] = await Promise.all([
    client.sessions.list({ limit: 100 }),
    client.computers.list(),
    client.reports.repositories({ limit: 1 }),
  ])
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const { data } = await client.analytics.users({ startDate: yesterday, endDate: yesterday, limit: 1 })
  const longest = sessions.toSorted((one, other) => other.messageCount - one.messageCount)[0]
  return {
    $sessionId: longest?.sessionId,
    $computerId: computers[0]?.id,
    $repository: repositories[0]?.repoId,
    $userId: data[0]?.user_id,
  }
}

const examples = await findExamples()
const addresses = pages.flatMap(({ path }) => {
  const [name] = path.match(/\$\w+/) ?? []
  const example = name === undefined ? '' : examples[name]
  return example === undefined ? [] : [{ path, address: path.replace(/\$\w+/, encodeURIComponent(example)) }]
})
const folder = join(import.meta.dirname, '../screenshots')
mkdirSync(folder, { recursive: true })
const words = process.argv.slice(2)
const browser = await launchChromium()
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 768, 1440]) {
    const context = await browser.newContext({ baseURL, colorScheme, viewport: { width, height: 900 } })
    const signedIn = await context.request.post('/api/v0/browser-sessions', { data: { apiKey } })
    if (!signedIn.ok()) throw new Error(`Signing in failed: ${await signedIn.text()}`)
    const page = await context.newPage()
    track(page)
    for (const { path, address } of addresses) {
      const name = `${path.slice(1).replaceAll('/', '-').replace('$', '')}-${width}-${colorScheme}.png`
      if (!words.every((word) => name.includes(word))) continue
      await page.goto(address)
      await settled(page)
      await page.screenshot({ path: join(folder, name), fullPage: true })
      console.log(name)
    }
    await context.close()
  }
}
await browser.close()
