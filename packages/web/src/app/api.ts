import { createClient } from '@muster/sdk'
import { signedOut } from './session.ts'

/** The only way to the service. The browser adds the cookie by itself. */
export const api = createClient({
  baseUrl: '',
  retries: 1,
  async fetch(input, init) {
    const response = await fetch(input, init)
    if (response.status === 401 && !isSignIn(input, init)) signedOut()
    return response
  },
})

/** The form shows a wrong key, and no session ends. */
function isSignIn(input: string | URL | Request, init: RequestInit | undefined): boolean {
  return init?.method === 'POST' && String(input).endsWith('/api/v0/browser-sessions')
}
