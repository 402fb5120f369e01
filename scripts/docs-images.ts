// npx node scripts/docs-images.ts: the pictures of README and docs, made from a demonstration that runs.
// MUSTER_API_URL and MUSTER_API_KEY as for npm run screenshots.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import type { Page } from 'playwright-core'
import { launchChromium } from '../packages/web/test/chromium.ts'
import { settled, track } from '../packages/web/test/settled.ts'

const { MUSTER_API_URL: baseURL = 'http://127.0.0.1:4000', MUSTER_API_KEY: apiKey } = process.env
if (!apiKey) throw new Error('Set MUSTER_API_KEY to a key of an owner of the demonstration.')
const folder = join(import.meta.dirname, '../docs/images')
const maxBytes = 60_000

const client = createClient({ baseUrl: baseURL, apiKey })
const { sessions } = await client.sessions.list({ limit: 100 })
// A session of the story: the agent of the playground names folders of this machine.
const longest = sessions.toSorted((one, other) => other.messageCount - one.messageCount)[0]
const { repositories } = await client.reports.repositories({ limit: 1 })
const pictures = {
  overview: '/overview',
  costs: '/analytics/costs',
  sessions: '/sessions',
  conversation: `/sessions/${longest?.sessionId}`,
  controls: '/organization/controls',
  readiness: `/readiness/${encodeURIComponent(repositories[0]?.repoId ?? '')}`,
}

/** PNG files of these pictures are several times as large, and the browser itself can write WebP. */
async function toWebp(page: Page, png: Buffer, quality: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([data, how]) => {
      const image = new Image()
      image.src = `data:image/png;base64,${data}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.width, image.height)
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality: how })
      return Array.from(new Uint8Array(await blob.arrayBuffer()))
    },
    [png.toString('base64'), quality] as const,
  )
  return Buffer.from(bytes)
}

mkdirSync(folder, { recursive: true })
const browser = await launchChromium()
const context = await browser.newContext({ baseURL, colorScheme: 'light', viewport: { width: 1280, height: 800 } })
await context.request.post('/api/v0/browser-sessions', { data: { apiKey } })
const page = await context.newPage()
const converter = await (await browser.newContext()).newPage()
track(page)
for (const [name, address] of Object.entries(pictures)) {
  await page.goto(address)
  await settled(page)
  // A change in its colours says more than one more line.
  if (name === 'conversation')
    await page
      .getByRole('button', { name: /^(Edit|Write) .*\.(go|rs|ts|py)\b.*done$/ })
      .last()
      .click()
  await settled(page)
  const png = await page.screenshot()
  let webp = await toWebp(converter, png, 0.85)
  for (let quality = 0.75; webp.length > maxBytes && quality > 0.3; quality -= 0.1) {
    webp = await toWebp(converter, png, quality)
  }
  writeFileSync(join(folder, `${name}.webp`), webp)
  console.log(`${name}.webp ${webp.length} bytes`)
}
await browser.close()
