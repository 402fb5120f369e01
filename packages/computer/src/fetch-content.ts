import type { ContentBlock } from '@muster/contract/message'
import type { Prompt } from '@muster/contract/relay/to-computer'
import { objectOf } from './acp/loose.ts'
import type { Identity } from './place/identity.ts'

const attempts = 4
const timeoutMs = 60_000

interface FetchedContent {
  readonly content: readonly ContentBlock[]
  /** Why it could not be fetched. */
  readonly fault?: string
}

/** The content of a message; a large one is fetched by HTTP with the computer's credential. */
export async function fetchContent(prompt: Prompt, identity: Identity, pauseMs = 500): Promise<FetchedContent> {
  const { content, contentPath } = prompt
  if (content) return { content }
  if (contentPath === undefined) return { content: [], fault: 'The service sent a message without content.' }
  const address = ownAddress(contentPath, identity.serviceUrl)
  if (!address) return { content: [], fault: 'The service sent an address that is not its own. Nothing was fetched.' }
  let said = ''
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs * 2 ** attempt))
    try {
      const response = await fetch(address, {
        headers: { authorization: `Bearer ${identity.credential}` },
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'manual',
      })
      if (response.ok) return { content: blocksIn(await response.json()) }
      said = `The service answered ${response.status}.`
      await response.body?.cancel()
      if (response.status < 500 && response.status !== 429) break
    } catch (error) {
      said = String(error)
    }
  }
  return { content: [], fault: `The message could not be fetched. ${said} Send it again.` }
}

/** The credential is sent only to the service that this computer has joined. */
function ownAddress(path: string, serviceUrl: string): URL | undefined {
  const address = URL.parse(path, serviceUrl)
  return path.startsWith('/') && address?.origin === new URL(serviceUrl).origin ? address : undefined
}

function blocksIn(body: unknown): readonly ContentBlock[] {
  const content = Array.isArray(body) ? body : objectOf(body).content
  return Array.isArray(content) ? (content as ContentBlock[]) : []
}
