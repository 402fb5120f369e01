import { boundedText, maxAttributes, maxListDepth, maxListLength, tooManyAttributes } from './bounded-text.ts'
import { maxKeyLength } from './interest.ts'
import type { KeySet } from './key-set.ts'
import type { AttributeValue } from './telemetry.ts'
import type { WireReader } from './wire-reader.ts'

/** A tag of the wire format: the number of a field and its encoding. */
export function tagOf(field: number, type: 'varint' | 'fixed64' | 'length'): number {
  return (field << 3) | { varint: 0, fixed64: 1, length: 2 }[type]
}

const keyValueKey = tagOf(1, 'length')
const keyValueValue = tagOf(2, 'length')

const anyString = tagOf(1, 'length')
const anyBool = tagOf(2, 'varint')
const anyInt = tagOf(3, 'varint')
const anyDouble = tagOf(4, 'fixed64')
const anyArray = tagOf(5, 'length')
const anyMap = tagOf(6, 'length')
/** The items of a list, and the pairs of a map. */
const items = tagOf(1, 'length')

const longKey = `An attribute's key is longer than ${maxKeyLength} characters.`

/** Reads one attribute if it is wanted. Returns a fault, if there is one. */
export function readAttribute(
  wire: WireReader,
  keys: KeySet | undefined,
  into: Map<string, AttributeValue>,
): string | undefined {
  const outer = wire.enter()
  let key: string | undefined
  let value: AttributeValue
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === keyValueKey) {
      // A character takes up to four bytes; a key above that length is not even decoded.
      const length = wire.peekLength()
      if (length > maxKeyLength * 4) return leaveWith(wire, outer, longKey)
      if (keys === undefined || length > maxKeyLength) {
        key = wire.text()
        if (key.length > maxKeyLength) return leaveWith(wire, outer, longKey)
      } else {
        key = wire.key(keys)
        if (key === undefined) return leaveWith(wire, outer, undefined)
      }
    } else if (tag === keyValueValue) value = readAnyValue(wire, 0, keys !== undefined)
    else wire.skip(tag)
  }
  wire.leave(outer)
  // An empty key is not encoded at all.
  const name = key ?? ''
  if (keys === undefined && into.size >= maxAttributes && !into.has(name)) return tooManyAttributes
  if (keys === undefined || keys.has(name)) into.set(name, value)
  return undefined
}

function leaveWith(wire: WireReader, outer: number, fault: string | undefined): string | undefined {
  wire.leave(outer)
  return fault
}

function readAnyValue(wire: WireReader, depth: number, wantsMaps = false): AttributeValue {
  const outer = wire.enter()
  let value: AttributeValue
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === anyString) value = wire.text()
    else if (tag === anyInt) value = wire.int64()
    else if (tag === anyBool) value = wire.int64() !== 0
    else if (tag === anyDouble) value = wire.double()
    else if (tag === anyArray && depth <= maxListDepth) value = readArray(wire, depth)
    else if (tag === anyMap && wantsMaps) value = readMapText(wire)
    else wire.skip(tag)
  }
  wire.leave(outer)
  return value
}

/** Reads a map of values as JSON text, which other agents send instead of a map. Nested maps are left out. */
function readMapText(wire: WireReader): string {
  const outer = wire.enter()
  const values = new Map<string, AttributeValue>()
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === items && values.size < maxAttributes) readAttribute(wire, undefined, values)
    else wire.skip(tag)
  }
  wire.leave(outer)
  return boundedText(JSON.stringify(Object.fromEntries(values)))
}

/** Reads a list; skips any other value, which callers do not need. */
export function readListOnly(wire: WireReader): readonly AttributeValue[] | undefined {
  const outer = wire.enter()
  let list: readonly AttributeValue[] | undefined
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === anyArray) list = readArray(wire, 0)
    else wire.skip(tag)
  }
  wire.leave(outer)
  return list
}

function readArray(wire: WireReader, depth: number): AttributeValue[] {
  const outer = wire.enter()
  const values: AttributeValue[] = []
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === items && values.length < maxListLength) values.push(readAnyValue(wire, depth + 1))
    else wire.skip(tag)
  }
  wire.leave(outer)
  return values
}
