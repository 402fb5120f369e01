import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { BlockList, connect, isIP, isIPv6, type Socket } from 'node:net'
import { plainHost } from './domain-list.ts'

/** Addresses that a name must not resolve to: otherwise its owner could open ports of the computer itself. */
const ofThisMachine = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  ofThisMachine.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
] as const) {
  ofThisMachine.addSubnet(network, prefix, 'ipv6')
}

const connectMs = 30_000

export type Lookup = (name: string) => Promise<readonly { readonly address: string }[]>

/** A connection to a host, through the proxy of the environment when there is one for it. */
export async function reach(
  host: string,
  port: number,
  env: NodeJS.ProcessEnv,
  find: Lookup = (name) => lookup(name, { all: true }),
): Promise<Socket> {
  const proxy = proxyFor(host, env)
  if (proxy) return throughProxy(proxy, host, port)
  return opened(connect({ host: await addressOf(host, find), port, timeout: connectMs }))
}

/** Addresses and `localhost` are allowed if they are listed as such. */
async function addressOf(host: string, find: Lookup): Promise<string> {
  if (isIP(host) || host === 'localhost') return host
  const found = (await find(host)).map(({ address }) => address)
  const open = found.find((address) => !ofThisMachine.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
  if (open === undefined) throw new Error(`${host} leads to the computer itself`)
  return open
}

async function opened(socket: Socket): Promise<Socket> {
  const late = () => socket.destroy(new Error('there was no answer in time'))
  socket.once('timeout', late)
  await once(socket, 'connect')
  socket.off('timeout', late)
  return socket.setTimeout(0)
}

async function throughProxy(proxy: URL, host: string, port: number): Promise<Socket> {
  const path = `${isIPv6(host) ? `[${host}]` : host}:${port}`
  const login = decodeURIComponent(`${proxy.username}:${proxy.password}`)
  const headers = {
    host: path,
    ...(proxy.username !== '' && { 'proxy-authorization': `Basic ${Buffer.from(login).toString('base64')}` }),
  }
  const { hostname, port: proxyPort } = proxy
  const call = request({
    method: 'CONNECT',
    host: plainHost(hostname),
    port: proxyPort || 80,
    path,
    headers,
    timeout: connectMs,
  })
  call.once('timeout', () => call.destroy(new Error('the proxy did not answer in time'))).end()
  const [answer, socket] = (await once(call, 'connect')) as [{ statusCode?: number }, Socket]
  if (answer.statusCode === 200) return socket.setTimeout(0)
  socket.destroy()
  throw new Error(`the proxy answered ${answer.statusCode}`)
}

/** As HTTPS_PROXY and NO_PROXY say. */
export function proxyFor(host: string, env: NodeJS.ProcessEnv): URL | undefined {
  const proxy = URL.parse(env.HTTPS_PROXY ?? env.https_proxy ?? '')
  if (proxy?.protocol !== 'http:') return undefined
  const direct = (env.NO_PROXY ?? env.no_proxy ?? '').split(/[\s,]+/).filter(Boolean)
  const isDirect = direct.some((each) => {
    const name = plainHost(each).replace(/^\*?\./, '')
    return each === '*' || host === name || host.endsWith(`.${name}`)
  })
  return isDirect ? undefined : proxy
}
