import { createClient } from '@muster/sdk'
import { signedOut } from './session.ts'

/** The client for the service. The browser adds the session cookie. */
export const api = createClient({
  baseUrl: '',
  retries: 1,
  async fetch(input, init) {
    const response = await fetch(input, init)
    if (response.status === 401 && !isSignIn(input, init)) signedOut()
    return response
  },
})

/** A wrong key at sign-in is shown by the form and does not end a session. */
function isSignIn(input: string | URL | Request, init: RequestInit | undefined): boolean {
  return init?.method === 'POST' && String(input).endsWith('/api/v0/browser-sessions')
}
