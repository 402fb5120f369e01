import { mkdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { type Place, placeIn } from '../place/place.ts'

/** The paths inside a managed computer's own folder. */
export interface ManagedPlace {
  /** The home of the daemon. A sandboxed agent cannot see it. */
  readonly home: string
  readonly place: Place
  /** A folder for each session. */
  readonly sessions: string
  /** A passwd file with the account, which the machine's own may not list. */
  readonly passwd: string
  /** The parent folder belongs to the service; no agent may see it. */
  readonly ofService: string
}

export function managedPlace(directory: string): ManagedPlace {
  const home = join(directory, 'home')
  return {
    home,
    place: placeIn(home),
    sessions: join(directory, 'sessions'),
    passwd: join(directory, 'passwd'),
    ofService: dirname(dirname(directory)),
  }
}

/** Programs look up their account: without a name, git refuses to commit and some agents do not start. */
export function writeEnvironment({ home, sessions, passwd }: ManagedPlace): void {
  for (const directory of [home, sessions]) mkdirSync(directory, { recursive: true, mode: 0o700 })
  const { uid, gid } = ids()
  writeFileSync(
    passwd,
    `root:x:0:0:root:/root:/bin/sh\nagent:x:${uid}:${gid}:Agent:${sessions}:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n`,
    { mode: 0o644 },
  )
}

function ids(): { uid: number; gid: number } {
  const [uid, gid] = [process.getuid?.(), process.getgid?.()]
  return uid === undefined || gid === undefined ? userInfo() : { uid, gid }
}
