import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { constants } from 'node:os'
import { pipeline } from 'node:stream'
import { listedAs } from './domain-list.ts'
import { type FirstWords, unexpectedMount } from './expected-mounts.ts'

// The first program in a sandbox. It checks that the sandbox is as intended, opens the way out of the agent's own
// network, and starts the agent. Arguments: the number of JSON words, these words, and the agent's command line.
const [count = '0', ...words] = process.argv.slice(2)
const { mounts, socket, domains, ports }: FirstWords = JSON.parse(words.slice(0, Number(count)).join(''))
const [command = '', ...args] = words.slice(Number(count))

const wrong = unexpectedMount(readFileSync('/proc/self/mountinfo', 'utf8'), mounts, (path) => statSync(path).ino)
if (wrong !== undefined) {
  process.stderr.write(
    `The sandbox is not as it was meant to be: ${wrong}. Somebody changed folders while it was made. Try again.\n`,
  )
  process.exit(126)
}

/** The network namespace is the agent's own, so the port is always free. */
const proxyPort = 3128

function join(near: Socket, far: Socket): void {
  pipeline(near, far, () => {})
  pipeline(far, near, () => {})
}

const open = (port: number, serve: (near: Socket) => void) =>
  new Promise<void>((resolve) => {
    const server = createServer({ allowHalfOpen: true }, serve)
    server.once('error', ({ message }) => {
      process.stderr.write(`Port ${port} of the machine cannot be offered: ${message}\n`)
      resolve()
    })
    server.listen(port, '127.0.0.1', resolve)
  })

/** Forwards a local port to the same port of the machine, so that programs need not know the proxy. */
function offer(place: string, reach: () => Socket): Promise<void> {
  return open(Number(place.slice(place.lastIndexOf(':') + 1)), (near) => {
    const far = reach()
    far.write(`CONNECT ${place} HTTP/1.1\r\nhost: ${place}\r\n\r\n`)
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    far.once('data', (answer: Buffer) => {
      if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) return void near.destroy()
      const end = answer.indexOf('\r\n\r\n') + 4
      if (answer.length > end) near.write(answer.subarray(end))
      join(near, far)
    })
  })
}

/** Returns the proxy variables. Servers inside the sandbox are exempt; listed ones of the machine are not. */
async function openWayOut(path: string): Promise<NodeJS.ProcessEnv> {
  const reach = () => connect({ path, allowHalfOpen: true })
  await Promise.all([open(proxyPort, (near) => join(near, reach())), ...ports.map((place) => offer(place, reach))])
  const proxy = `http://127.0.0.1:${proxyPort}`
  const isOfMachine = (host: string) => (listedAs(host, 0, domains) ?? '*') !== '*'
  const direct = ['localhost', '127.0.0.1', '::1'].filter((host) => !isOfMachine(host)).join()
  return {
    ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy },
    ...{ NO_PROXY: direct, no_proxy: direct, NODE_USE_ENV_PROXY: '1' },
  }
}

function start(wayOut: NodeJS.ProcessEnv): void {
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...wayOut } })
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(127)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

if (socket === undefined) start({})
else void openWayOut(socket).then(start)
