import { spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { pipeline } from 'node:stream'

// Runs inside of an agent's own network, where nothing answers: offers the agent a proxy on a port, and forwards
// everything to the socket of the real proxy. Arguments: the socket, then the agent's command line.
const [socketPath = '', command = '', ...args] = process.argv.slice(2)

const server = createServer({ allowHalfOpen: true }, (near) => {
  const far = connect({ path: socketPath, allowHalfOpen: true })
  pipeline(near, far, () => {})
  pipeline(far, near, () => {})
})

server.listen(0, '127.0.0.1', () => {
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const direct = 'localhost,127.0.0.1,::1'
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      ...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, http_proxy: proxy, https_proxy: proxy },
      ...{ NO_PROXY: direct, no_proxy: direct, NODE_USE_ENV_PROXY: '1' },
    },
  })
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(127)
  })
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
})
