/**
 * The relay: one WebSocket that a computer opens to the service, with frames of JSON. A frame that a side does not know is
 * passed over; what changes the meaning of a known one raises this number.
 */
export const relayProtocol = 1

export const maxFrameBytes = 4 * 2 ** 20

/** More than this without an acknowledgement, and the computer stops reading its agent. */
export const maxUnacknowledged = { frames: 256, bytes: 2 ** 20 } as const

/** A message larger than this travels by HTTP. */
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
