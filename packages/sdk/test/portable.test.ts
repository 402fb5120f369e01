import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endpointList } from '@muster/contract/endpoints'
import { describe, expect, it, vi } from 'vitest'
import { randomKey } from '../src/bearer.ts'
import { createClient } from '../src/client.ts'

const source = join(import.meta.dirname, '../src')

describe('the client in a browser', () => {
  it('imports no module of Node', async () => {
    for (const file of await readdir(source)) {
      const text = await readFile(join(source, file), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, name]) => name)
      for (const name of imports)
        expect([file, name]).toEqual([file, expect.stringMatching(/^(\.\/|@muster\/contract\/)/)])
      expect([file, /\b(process|Buffer|require)\./.test(text.replaceAll(/^ \*.*$/gm, ''))]).toEqual([file, false])
    }
  })

  it('makes a key without randomUUID, and none without any randomness', () => {
    const getRandomValues = (bytes: Uint8Array) => bytes.fill(10)
    vi.stubGlobal('crypto', { getRandomValues })
    expect(randomKey()).toBe('0a'.repeat(16))
    vi.stubGlobal('crypto', undefined)
    expect(randomKey()).toBeUndefined()
    vi.unstubAllGlobals()
  })

  it('calls its own origin with an empty base URL', async () => {
    const urls: unknown[] = []
    const fetch = async (url: unknown) => {
      urls.push(url)
      return Response.json({ status: 'ok' })
    }
    await createClient({ baseUrl: '', fetch }).service.health()
    expect(urls).toEqual(['/healthz'])
  })
})

describe('the client', () => {
  it('has a function for every endpoint of the contract', () => {
    const client: object = createClient({ baseUrl: 'http://localhost' })
    for (const { id, endpoint } of endpointList) {
      const [group = '', name = ''] = id.split('.')
      expect(client).toHaveProperty([group, name], expect.any(Function))
      if (endpoint.items) expect(client).toHaveProperty([group, name, 'items'], expect.any(Function))
    }
  })
})
