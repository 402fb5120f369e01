import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request } from 'node:http'
import { BlockList, connect, isIP, isIPv6, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { plainHost } from './domain-list.ts'

/**
 * Addresses of the machine itself, and the metadata addresses of clouds, which serve secrets. Other names must not
 * resolve to them, because their owner could then reach ports of the computer itself.
 */
const ofThisMachine = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
] as const) {
  ofThisMachine.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
] as const) {
  ofThisMachine.addSubnet(network, prefix, 'ipv6')
}

const connectMs = 30_000

export type Lookup = (name: string) => Promise<readonly { readonly address: string }[]>

interface Target {
  readonly host: string
  readonly port: number
  /** True if the requested host is `localhost` or one of the machine's addresses. */
  readonly mayBeOwn: boolean
}

/** Connects to a host, through the environment's proxy if there is one for it. */
export async function reach(
  { host, port, mayBeOwn }: Target,
  env: NodeJS.ProcessEnv,
  find: Lookup = (name) => lookup(name, { all: true }),
): Promise<Socket> {
  const isAddress = isIP(host) !== 0 || host === 'localhost'
  const proxy = proxyFor(host, env)
  if (isAddress && mayBeOwn) return proxy ? throughProxy(proxy, host, port) : opened(dial(host, port))
  if (proxy && !isAddress) return throughProxy(proxy, host, port)
  const found = isIP(host) ? [host] : (await find(host)).map(({ address }) => address)
  const address = found.find((each) => !isOwn(each))
  if (address === undefined) throw new Error(`${host} leads to the computer itself`)
  return proxy ? throughProxy(proxy, address, port) : opened(dial(address, port))
}

const dial = (host: string, port: number) => connect({ host, port, timeout: connectMs })

/** Includes the machine's current addresses in its networks. A `BlockList` recognises every notation of an address. */
function isOwn(address: string): boolean {
  const ofInterfaces = new BlockList()
  for (const each of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
    ofInterfaces.addAddress(each.address, each.family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return [ofInterfaces, ofThisMachine].some((list) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
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

/** The proxy according to HTTPS_PROXY and NO_PROXY. */
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
