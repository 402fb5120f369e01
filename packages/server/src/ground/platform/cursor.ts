import { hash } from 'node:crypto'
import { AppError } from './app-error.ts'
import type { Keyset } from './keyset.ts'

type AnyPosition = readonly (string | number)[]

/**
 * Encodes the position of the last row of a page. `list` names its list (with organization and filters). A short
 * checksum over both detects a corrupted cursor or one of another list.
 */
export function encodeCursor(list: string, position: AnyPosition): string {
  const payload = JSON.stringify(position)
  return Buffer.from(checksum(list, payload) + payload).toString('base64url')
}

/**
 * A cache, because the same cursors come repeatedly, and parsing one costs a tenth of a cached read. The result never
 * changes.
 */
const decoded = new Map<string, AnyPosition>()
const maxDecoded = 1_000

/** Throws 400 unless the cursor was made for this list and contains a position of it. */
export function decodeCursor<Position extends AnyPosition>(
  list: string,
  cursor: string,
  keyset: Keyset<Position>,
): Position {
  const name = `${list}\n${cursor}`
  const known = decoded.get(name)
  if (known && keyset.isPosition(known)) return known
  const position = checked(list, cursor, keyset)
  if (decoded.size >= maxDecoded) decoded.clear()
  decoded.set(name, position)
  return position
}

function checked<Position extends AnyPosition>(list: string, cursor: string, keyset: Keyset<Position>): Position {
  const bytes = Buffer.from(cursor, 'base64url')
  const text = bytes.toString()
  const payload = text.slice(checksumLength)
  // The decoder skips characters that are not base64url. Without this check, a corrupted cursor could pass as the
  // original.
  const isWhole = bytes.toString('base64url') === cursor
  if (isWhole && text.slice(0, checksumLength) === checksum(list, payload)) {
    const position = parsePosition(payload)
    if (position && keyset.isPosition(position)) return position
  }
  throw new AppError('invalid_cursor', 'This cursor does not belong to this list.', {
    errors: [{ path: 'cursor', message: 'must be the nextCursor of an earlier answer of this list' }],
  })
}

function parsePosition(payload: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(payload)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const checksumLength = 12

function checksum(list: string, payload: string): string {
  return hash('sha256', `${list}\n${payload}`, 'base64url').slice(0, checksumLength)
}
