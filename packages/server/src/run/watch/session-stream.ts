import type { Readable } from 'node:stream'
import { EventTextStream } from '../../ground/platform/event-text-stream.ts'
import { type FollowOptions, SessionFollower } from './session-follower.ts'

/** The events of a session as server-sent events. */
export function openSessionStream(options: FollowOptions): Readable {
  const stream = new EventTextStream({ look: () => void follower.look(), onClose: () => follower.close() })
  const follower = new SessionFollower(options, {
    send: (events) => stream.send(events),
    sendPartial: (event) => stream.sendNow(event),
    end: (reason) => {
      if (reason === 'gone') stream.finish()
      else stream.destroy()
    },
  })
  return stream
}
