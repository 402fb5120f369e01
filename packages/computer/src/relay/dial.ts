import { Agent } from 'node:https'
import { proxiesIn } from '@muster/contract/node/machine-network'
import { maxFrameBytes } from '@muster/contract/relay/protocol'
import WebSocket from 'ws'

const handshakeMs = 15_000

/** Opens the connection, through a proxy if the environment names one for it (HTTPS_PROXY, NO_PROXY). */
export function dial(url: string, credential: string, env: NodeJS.ProcessEnv): WebSocket {
  const isSecure = url.startsWith('wss:')
  return new WebSocket(url, {
    headers: { authorization: `Bearer ${credential}` },
    perMessageDeflate: false,
    handshakeTimeout: handshakeMs,
    maxPayload: 2 * maxFrameBytes,
    ...(isSecure && { agent: new Agent({ proxyEnv: proxiesIn(env) }) }),
  })
}
