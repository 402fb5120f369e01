import { mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { World } from './escape-world.ts'
import type { FakeRelay } from './fake-relay.ts'

/** Programs for the scripts, where nobody inside can change them. */
const helpers = {
  'connect.cjs': `
const path = process.argv[2].replace(/^abstract:/, '\\0')
const socket = require('node:net').connect({ path })
socket.on('data', (data) => console.log('ESCAPED', String(data))).on('error', (error) => console.log(error.code))`,
  'fetch.cjs': `
const [way, host, port] = process.argv.slice(2)
const proxy = new URL(process.env.HTTPS_PROXY ?? 'http://127.0.0.1:1')
const path = 'http://' + host + ':' + port + '/'
const at = way === 'proxy' ? { host: proxy.hostname, port: proxy.port, path } : { host, port }
const call = require('node:http').request({ ...at, timeout: 2000, agent: false }, (answer) => {
  answer.on('data', (data) => console.log(answer.statusCode < 400 ? 'ESCAPED' : 'refused', String(data)))
})
call.on('timeout', () => call.destroy()).on('error', (error) => console.log(error.code)).end()`,
}

/** Lines for the demo agent: each runs one script, and says where its output begins. */
export function writeScripts({ at, sockets, port }: World, scripts: readonly string[], work = at.folder): string {
  const folder = join(work === at.folder ? join(at.home, 'elsewhere') : work, 'scripts')
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(helpers)) writeFileSync(join(folder, name), text)
  const own = Object.values(networkInterfaces()).flatMap((each) => each?.map(({ address }) => address) ?? [])
  const values = {
    W: work,
    OWNED: join(at.home, 'OWNED'),
    PORT: `${port}`,
    DOCKER: sockets.docker,
    ODD: sockets.odd,
    PUMA: sockets.inFolder,
    ABSTRACT: sockets.abstract.slice(1),
    NODE: process.execPath,
    DAEMON: `${process.pid}`,
    CONNECT: `${process.execPath} ${join(folder, 'connect.cjs')}`,
    FETCH: `${process.execPath} ${join(folder, 'fetch.cjs')}`,
    OWN_ADDRESSES: own.map((each) => (each.includes(':') ? `[${each}]` : each)).join(' '),
    CACHE_OUTSIDE: join(at.place.caches, '.cache'),
  }
  const preamble = Object.entries(values).map(([name, value]) => `${name}='${value}'`)
  return scripts
    .map((script, index) => {
      const path = join(folder, `${index}.sh`)
      writeFileSync(path, [...preamble, 'cd "$W"', script].join('\n'))
      return `run echo "<<${index}>>"; sh ${path} 2>&1; true`
    })
    .join('\n')
}

export function answersIn(relay: FakeRelay, turnId: string): string[] {
  const said = relay.textOf(turnId).filter((each) => each.startsWith('tool answers: '))
  return said.map((each) => each.replace(/^tool answers: <<\d+>>\n/, ''))
}
