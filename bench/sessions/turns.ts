import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPreset } from '@muster/computer/agent/presets'
import { relayUrlOf } from '@muster/computer/place/identity'
import { placeIn } from '@muster/computer/place/place'
import { endProcess } from '../child.ts'
import type { Service } from '../service.ts'
import type { Api } from './api.ts'
import type { Credentials } from './computer.ts'

const daemon = fileURLToPath(new URL('../../packages/computer/test/daemon-process.ts', import.meta.url))

/** Whole turns a second: a real daemon with its disk, and the demo agent in several sessions at once. */
export async function measureTurns(service: Service, api: Api, sessions: number, durationMs: number): Promise<number> {
  const credentials = await api.register('for turns')
  const home = mkdtempSync(join(tmpdir(), 'muster-bench-computer-'))
  const child = startDaemon(service, credentials, home, sessions)
  try {
    const ids = await Promise.all(Array.from({ length: sessions }, () => api.createSession(credentials.computerId)))
    // The first turn of each starts its agent.
    await Promise.all(ids.map((id) => turn(api, id)))
    const beganMs = performance.now()
    let turns = 0
    await Promise.all(
      ids.map(async (id) => {
        for (; performance.now() - beganMs < durationMs; turns++) await turn(api, id)
      }),
    )
    return turns / ((performance.now() - beganMs) / 1000)
  } finally {
    await endProcess(child, 'SIGINT')
    rmSync(home, { recursive: true, force: true })
  }
}

async function turn(api: Api, sessionId: string): Promise<void> {
  await api.post(sessionId, 'say Hello.')
  const { status } = await api.call('GET', `/api/v0/sessions/${sessionId}?wait=60`)
  if (status !== 'idle') throw new Error('A turn took longer than a minute.')
}

function startDaemon(
  { port }: Service,
  { computerId, credential }: Credentials,
  home: string,
  sessions: number,
): ChildProcess {
  const serviceUrl = `http://127.0.0.1:${port}`
  const folder = join(home, 'work')
  mkdirSync(folder)
  const identity = {
    computerId,
    credential,
    serviceUrl,
    name: 'bench',
    relayUrl: relayUrlOf(serviceUrl, computerId),
    access: 'organization' as const,
  }
  const folders = { folder, worktrees: false }
  const options = { place: placeIn(home), identity, preset: findPreset('demo'), folders, maxSessions: sessions, home }
  return spawn(process.execPath, [daemon, JSON.stringify(options)], {
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
