import { randomUUID } from 'node:crypto'
import { certificateAdvice } from '@muster/contract/node/machine-network'
import { telemetryCheck } from '@muster/contract/telemetry'
import { exitCodes, Failure } from '../command-line/failure.ts'
import { printable } from '../terminal/width.ts'
import type { Agent, Target } from './agent.ts'
import { checkRecord } from './check-record.ts'

const timeoutMs = 15_000

/**
 * Sends a record like an agent, and checks that Muster itself has read it. Nothing is counted. Throws a failure that
 * says what to do.
 */
export async function sendCheck({ url, key }: Target, encoding: Agent['encoding']): Promise<void> {
  const id = randomUUID()
  const { contentType, bytes } = checkRecord(id, Date.now(), encoding)
  const response = await post(url, { authorization: `Bearer ${key}`, 'content-type': contentType }, bytes)
  const answer = Buffer.from(await response.arrayBuffer())
  if (response.status !== 200) throw refused(url, response, answer)
  // The answer contains the id unchanged in either encoding.
  if (answer.includes(telemetryCheck.answer(id))) return
  throw new Failure(
    `${url} took the test record, but did not recognise it.`,
    exitCodes.unreachable,
    'Something else than Muster answers there, such as another collector or a proxy, or a Muster that is too old. Check the address.',
  )
}

/** Exporters follow no redirects, so neither does the check. */
async function post(url: string, headers: Record<string, string>, body: Uint8Array<ArrayBuffer>): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    return await fetch(`${url}/v1/logs`, { method: 'POST', redirect: 'manual', headers, body, signal })
  } catch (error) {
    const { message, hint } = unreachable(url, error)
    throw new Failure(message, exitCodes.unreachable, hint)
  }
}

function unreachable(url: string, error: unknown): { message: string; hint: string } {
  const { host, hostname } = new URL(url)
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { message: `There is no host called ${hostname}.`, hint: 'Check the address for a typing error.' }
  }
  if (code === 'ECONNREFUSED') {
    return { message: `Nothing listens at ${host}.`, hint: 'Start Muster there, or correct the address.' }
  }
  if (code.startsWith('ERR_SSL')) {
    return { message: `${host} does not speak TLS.`, hint: 'Is it http:// instead of https://?' }
  }
  const advice = certificateAdvice(cause)
  if (advice !== undefined) {
    const hint = `${advice} Agents read OTEL_EXPORTER_OTLP_CERTIFICATE.`
    return { message: `The certificate of ${host} is not trusted here (${code}).`, hint }
  }
  const isSlow = (error instanceof Error && error.name === 'TimeoutError') || /TIMEDOUT|TIMEOUT/.test(code)
  const message = isSlow ? `${host} did not answer within ${timeoutMs / 1000} s.` : `${host} ended the connection.`
  return { message, hint: 'A firewall or a proxy may stand in between. Ask who runs the network, or try another one.' }
}

function refused(url: string, { status, headers }: Response, answer: Buffer): Failure {
  const told = printable(messageIn(answer))
  const says = told === '' ? '' : ` ${told}`
  if (status >= 300 && status < 400) {
    const place = printable(headers.get('location') ?? '')
    return new Failure(
      `${url} sends on to ${place || 'somewhere else'}, and exporters do not follow.`,
      exitCodes.refused,
      'Log in with the address that it sends to, and connect again.',
    )
  }
  if (status === 401) {
    return new Failure(
      `Muster does not know the key, or it was revoked or has expired.${says}`,
      exitCodes.notLoggedIn,
      'Make a new one: `muster connect AGENT --write`, while you are logged in.',
    )
  }
  if (status === 403) return new Failure(`The key may not send telemetry.${says}`, exitCodes.notAllowed, hintOf(told))
  if (status === 404 || status === 405) {
    return new Failure(
      `${url} takes no telemetry (${status}).`,
      exitCodes.notFound,
      'Check the address: it is that of Muster’s API, without /v1. A Muster that is too old must be updated.',
    )
  }
  if (status === 413 || status === 415) {
    return new Failure(
      `${url} does not take the body of the request (${status}).${says}`,
      exitCodes.refused,
      'A proxy may filter what passes through. Let it pass application/json and application/x-protobuf to /v1.',
    )
  }
  const hint = 'Try again in a moment; agents do so by themselves. If it stays, tell who runs Muster.'
  const exitCode = status >= 500 ? exitCodes.unreachable : exitCodes.refused
  return new Failure(`${url} could not take the test record (${status}).${says}`, exitCode, hint)
}

function hintOf(message: string): string {
  if (message.includes('scope')) return 'It lacks the scope telemetry:write. `muster connect AGENT --write` makes one.'
  if (message.includes('role')) return 'Guests send no telemetry. Ask an owner for another role.'
  return 'The organization admits certain addresses only, or a proxy refused it. Ask an owner.'
}

/** The message of a `google.rpc.Status`: a field of JSON, or the second field of protobuf. */
function messageIn(answer: Buffer): string {
  const text = answer.toString('utf8')
  if (text.startsWith('{')) {
    try {
      const { message, detail }: { message?: unknown; detail?: unknown } = JSON.parse(text)
      return String(message ?? detail ?? '')
    } catch {
      return ''
    }
  }
  // The code is one byte after its tag; the text follows its own tag and length.
  if (answer[0] !== 0x08 || answer[2] !== 0x12) return ''
  const isShort = (answer[3] ?? 0) < 0x80
  return answer.toString('utf8', isShort ? 4 : 5)
}
