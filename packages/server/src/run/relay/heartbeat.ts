import type { WebSocket } from 'ws'

/** A silent connection is ended after three of these periods, so a lost computer is shown within 30 seconds. */
const everyMs = 9_000

/** Pings are spread over the period: thousands at once would cause a load spike. */
const slices = 40

/** Ends connections that send nothing after two pings in a row. */
export function createHeartbeat() {
  const groups = Array.from({ length: slices }, () => new Map<WebSocket, { missed: number }>())
  let added = 0
  let turn = 0

  function beat(): void {
    const group = groups[turn++ % slices]
    for (const [socket, state] of group ?? []) {
      if (state.missed >= 2) socket.terminate()
      else {
        state.missed++
        socket.ping()
      }
    }
  }

  const timer = setInterval(beat, everyMs / slices).unref()
  return {
    add(socket: WebSocket): void {
      const group = groups[added++ % slices]
      const state = { missed: 0 }
      group?.set(socket, state)
      // An answer can wait behind frames that are not read yet.
      for (const sign of ['pong', 'message'] as const) {
        socket.on(sign, () => {
          state.missed = 0
        })
      }
      socket.once('close', () => group?.delete(socket))
    },
    stop: () => clearInterval(timer),
  }
}
