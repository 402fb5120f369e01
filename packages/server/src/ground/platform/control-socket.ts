import { chmod, open, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Log } from './log.ts'

const socketName = 'control.sock'
/** A request is one short line. A longer one comes from another program. */
const maxRequestBytes = 4096
/** A command that neither reads nor disconnects would hold a snapshot of the database. */
const idleMs = 10 * 60_000

/**
 * Handles one command: writes to the socket and ends it. `signal` aborts if the caller disconnects or the service ends.
 */
export type ControlCommand = (socket: Socket, signal: AbortSignal) => Promise<void>

interface ControlOptions {
  readonly dataDir: string
  readonly commands: Readonly<Record<string, ControlCommand>>
  readonly log: Log
}

/**
 * Listens for commands of this machine on a socket in the data directory that only its owner can open. Resolves with a
 * function that closes it.
 */
export async function listenForCommands({ dataDir, commands, log }: ControlOptions): Promise<() => Promise<void>> {
  const place = await placeIn(dataDir)
  const stopping = new AbortController()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    void serve(socket, commands, stopping.signal, log)
  })
  if (await answers(place.path)) {
    log.warn({ dataDir }, 'Another service answers commands in this data directory')
    await place.close()
    return async () => undefined
  }
  await rm(place.path, { force: true })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(place.path, resolve))
  await chmod(place.path, 0o600)
  server.unref()
  return async () => {
    stopping.abort()
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
    await rm(place.path, { force: true })
    await place.close()
  }
}

/** Sends a command to the running service of a data directory; resolves with `undefined` if there is none. */
export async function askService(dataDir: string, command: string): Promise<Socket | undefined> {
  const place = await placeIn(dataDir).catch(() => undefined)
  if (!place) return undefined
  try {
    const socket = await connected(place.path)
    socket?.write(`${JSON.stringify({ command })}\n`)
    return socket
  } finally {
    await place.close()
  }
}

async function serve(
  socket: Socket,
  commands: ControlOptions['commands'],
  stopping: AbortSignal,
  log: Log,
): Promise<void> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([stopping, leaving.signal])
  socket.on('error', () => undefined)
  socket.once('close', () => leaving.abort())
  socket.setTimeout(idleMs, () => socket.destroy())
  try {
    const command = commands[commandOf(await requestOf(socket))]
    if (!command) throw new Error('The service does not know this command.')
    await command(socket, signal)
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'A command of this machine failed')
    socket.destroy()
  }
}

function requestOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (piece) => {
      text += piece
      if (text.includes('\n')) resolve(text)
      else if (text.length > maxRequestBytes) reject(new Error('The request of a command is too long.'))
    })
    socket.once('close', () => reject(new Error('A command left before it asked for anything.')))
  })
}

function commandOf(request: string): string {
  const parsed: unknown = JSON.parse(request)
  if (typeof parsed !== 'object' || parsed === null || !('command' in parsed)) return ''
  return String(parsed.command)
}

/**
 * Returns the path of the socket. The kernel allows at most 107 bytes, so on Linux the path goes through an open handle
 * of the directory, which is short however deep the directory is.
 */
async function placeIn(dataDir: string): Promise<{ path: string; close: () => Promise<void> }> {
  const directory = await realpath(dataDir)
  if (process.platform !== 'linux') return { path: join(directory, socketName), close: async () => undefined }
  const handle = await open(directory, 'r')
  return { path: `/proc/self/fd/${handle.fd}/${socketName}`, close: () => handle.close() }
}

async function answers(path: string): Promise<boolean> {
  const socket = await connected(path)
  socket?.destroy()
  return socket !== undefined
}

function connected(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].includes(error.code ?? '')) resolve(undefined)
      else reject(error)
    })
  })
}
