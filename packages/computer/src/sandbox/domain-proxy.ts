import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Duplex, pipeline } from 'node:stream'
import { listedAs, plainHost } from './domain-list.ts'
import { type Lookup, reach } from './reach.ts'

interface DomainProxyOptions {
  readonly domains: readonly string[]
  /** The environment of the computer, which may itself need a proxy. */
  readonly env: NodeJS.ProcessEnv
  /** Called once for each refused host, up to a limit of hosts. */
  readonly onRefused: (host: string) => void
  readonly lookup?: Lookup | undefined
}

const maxTold = 20
const maxConnections = 1000

/** Hop-by-hop headers, which a proxy must not forward. */
const ofOneHop = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade']

/**
 * The only way out for an agent in its own network namespace: an HTTP proxy on a socket in its own folder. It runs
 * outside the agent's sandbox, so the agent cannot change what it allows.
 */
export class DomainProxy {
  readonly #options: DomainProxyOptions
  readonly #directory = mkdtempSync(join(tmpdir(), 'muster-network-'))
  readonly #server: Server
  readonly #told = new Set<string>()
  /** Open tunnels, which the HTTP server itself does not track. */
  readonly #open = new Set<Duplex>()

  private constructor(options: DomainProxyOptions) {
    this.#options = options
    this.#server = createServer((asked, answer) => void this.#forward(asked, answer))
    this.#server.maxConnections = maxConnections
    this.#server.on('connect', (asked: IncomingMessage, near: Duplex, head: Buffer) => {
      near.on('error', () => near.destroy())
      void this.#tunnel(asked, near, head)
    })
    this.#server.on('connection', (socket: Duplex) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  static async open(options: DomainProxyOptions): Promise<DomainProxy> {
    const proxy = new DomainProxy(options)
    proxy.#server.listen(proxy.socket)
    await once(proxy.#server, 'listening')
    return proxy
  }

  get socket(): string {
    return join(this.#directory, 'socket')
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  async #tunnel(asked: IncomingMessage, near: Duplex, head: Buffer): Promise<void> {
    const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(asked.url ?? '') ?? []
    const far = await this.#reach(host, Number(port)).catch((error: Error) => error)
    if (far instanceof Error) {
      const status = far instanceof NotListed ? 403 : 502
      const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'content-type: text/plain', 'connection: close']
      near.end(`${lines.join('\r\n')}\r\n\r\n${far.message}\n`)
      return
    }
    near.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) far.write(head)
    // If one end is lost, the other one is closed too.
    pipeline(near, far, () => {})
    pipeline(far, near, () => {})
  }

  async #forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = URL.parse(asked.url ?? '')
    const refuse = (error: Error) => {
      if (answer.headersSent) return void answer.destroy()
      answer.writeHead(error instanceof NotListed ? 403 : 502, { 'content-type': 'text/plain' })
      answer.end(`${error.message}\n`)
    }
    if (url?.protocol !== 'http:') return refuse(new NotListed('This is a proxy: ask it for a whole http:// address.'))
    try {
      const far = await this.#reach(url.hostname, Number(url.port || 80))
      const headers = Object.entries(asked.headers).filter(([name]) => !ofOneHop.includes(name))
      const call = request({
        createConnection: () => far,
        method: asked.method,
        path: `${url.pathname}${url.search}`,
        headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
      })
      call.once('response', (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        pipeline(response, answer, () => {})
      })
      call.once('error', refuse)
      answer.once('close', () => far.destroy())
      pipeline(asked, call, () => {})
    } catch (error) {
      refuse(error as Error)
    }
  }

  async #reach(asked: string, port: number) {
    const { domains, env, onRefused, lookup } = this.#options
    const host = plainHost(asked)
    const entry = listedAs(host, port, domains)
    if (entry === undefined) {
      if (host !== '' && this.#told.size < maxTold && !this.#told.has(host)) {
        this.#told.add(host)
        onRefused(host)
      }
      throw new NotListed(`The organization does not let agents reach ${host}.`)
    }
    return reach({ host, port, mayBeOwn: !entry.startsWith('*') }, env, lookup).catch((error: Error) => {
      throw new Error(`${host} cannot be reached: ${error.message}`)
    })
  }
}

class NotListed extends Error {}
