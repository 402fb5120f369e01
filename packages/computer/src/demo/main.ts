import { LineReader } from '../acp/line-reader.ts'
import { Peer } from '../acp/peer.ts'
import { DemoAgent } from './demo-agent.ts'

/** The demo agent as a program that speaks the Agent Client Protocol over standard input and output. */
const peer: Peer = new Peer({
  write: (line) => process.stdout.write(`${line}\n`),
  onRequest: (method, params) => agent.answer(method, params),
  onNotification: (method, params) => {
    if (method === 'session/cancel') agent.cancel(String(params.sessionId))
  },
})
const agent = new DemoAgent(peer)
const reader = new LineReader(
  (line) => peer.receive(line),
  () => {},
)
process.stdin.on('data', (chunk: Buffer) => reader.push(chunk))
process.stdin.on('end', () => process.exit(0))
