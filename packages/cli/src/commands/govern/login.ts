import { command } from '../../command-line/command.ts'
import { exitCodes, Failure } from '../../command-line/failure.ts'
import { getUrl } from '../../connection.ts'
import { credentialsPath, saveCredentials } from '../../credentials.ts'
import { checkedKey, readKey, whereKeysAre } from '../../read-key.ts'

export const login = command({
  summary: 'Store the address of the service and your API key',
  notes:
    'The key is asked for, or read from the standard input. It is checked first, and kept in ~/.muster for you alone.',
  options: {
    key: { type: 'text', summary: 'The API key. Better not: it stays in the history of your shell' },
  },
  examples: [
    ['muster login', 'Log in to the service on this machine'],
    ['muster login --url https://muster.example.org', 'Log in elsewhere'],
    ['muster login < key.txt', 'Take the key from a file'],
  ],
  async run(args, { out, env, urlFlag, clientFor }) {
    const url = await getUrl(urlFlag, env)
    const key = args.key === undefined ? await readKey(url) : checkedKey(args.key)
    const client = await clientFor({ url, key })
    const me = await client.organization.me().catch((error: unknown) => Promise.reject(wrongKey(error, url)))
    await saveCredentials({ url, key })
    const role = me.user.role
    out.note(`Logged in to ${url} as ${me.user.email}, ${role} of ${me.organization.name}.`)
    if (isPlain(url)) out.note('The connection is not encrypted: others on the way could read your key. Prefer https.')
    if (env.MUSTER_API_KEY) out.note(`MUSTER_API_KEY is set and comes before ${credentialsPath()}.`)
    if (out.json) out.data(me)
  },
})

/** The service's message that a key is needed would be useless here; this one says that the key was refused. */
function wrongKey(error: unknown, url: string): unknown {
  const isRefused = error instanceof Error && 'status' in error && error.status === 401
  if (!isRefused) return error
  const hint = `Check that it is whole, for this service, and neither revoked nor expired. ${whereKeysAre}`
  return new Failure(`${url} does not take this key.`, exitCodes.notLoggedIn, hint)
}

function isPlain(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
