import type { Static, TObject, TUnion } from 'typebox'
import { Compile } from 'typebox/compile'
import { ProtocolError } from '../turns/protocol-error.ts'

/**
 * Parses the frames of one end of the relay. Returns `undefined` for a frame type of a later version, which is ignored.
 */
export function createFrameParser<Frame extends TUnion<TObject[]>>(schema: Frame) {
  const validator = Compile(schema)
  const types = new Set(schema.anyOf.map(({ properties }) => (properties.type as unknown as { const: string }).const))
  return function parseFrame(text: string): Static<Frame> | undefined {
    const frame = parse(text)
    if (validator.Check(frame)) return frame as Static<Frame>
    const type = typeof frame === 'object' && frame !== null && 'type' in frame ? frame.type : undefined
    if (typeof type === 'string' && !types.has(type)) return undefined
    const [fault] = validator.Errors(frame)
    throw new ProtocolError(
      `The frame ${String(type)} is not understood${fault ? `: ${fault.instancePath} ${fault.message}` : ''}.`,
    )
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, mayHoldBadText(text) ? storable : undefined)
  } catch {
    throw new ProtocolError('A frame is not JSON.')
  }
}

/** JSON encodes the characters that Postgres cannot store as escapes, so text without such escapes needs no check. */
function mayHoldBadText(text: string): boolean {
  return /\\u(0000|[dD][89a-fA-F])/.test(text)
}

/** The output of an agent may contain anything. NUL and surrogate halves become the replacement character. */
function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value
}
