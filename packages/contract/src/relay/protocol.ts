/**
 * The relay: one WebSocket from a computer to the service, with JSON frames. Unknown frames are ignored; this number
 * increases when the meaning of a known frame changes.
 */
export const relayProtocol = 1

export const maxFrameBytes = 4 * 2 ** 20

/** Above this many unacknowledged updates, the computer stops reading from its agent. */
export const maxUnacknowledged = { frames: 256, bytes: 2 ** 20 } as const

/** Larger messages travel by HTTP. */
export const maxInlineContentBytes = 256 * 2 ** 10

export function relayAgentPath(computerId: string): string {
  return `/api/v0/relay/computers/${computerId}/agent`
}

export function relayClientPath(computerId: string): string {
  return `/api/v0/relay/computers/${computerId}/client`
}

/** Where a computer fetches a message that is too large for a frame. */
export function relayContentPath(sessionId: string, messageId: string): string {
  return `/api/v0/relay/sessions/${sessionId}/messages/${messageId}`
}
