import type { Choice, Interest } from './interest.ts'
import type { KeySet } from './key-set.ts'
import { readAttribute, tagOf } from './protobuf-values.ts'
import type { Attributes, AttributeValue, Decoded, Group } from './telemetry.ts'
import { WireReader } from './wire-reader.ts'

const requestResources = tagOf(1, 'length')
const resourceItemResource = tagOf(1, 'length')
const resourceItemScopes = tagOf(2, 'length')
const resourceAttributes = tagOf(1, 'length')
const scopeItemScope = tagOf(1, 'length')
const scopeItemRecords = tagOf(2, 'length')
const scopeName = tagOf(1, 'length')

/** Reads the next record into `records`, or skips it. Returns the number of skipped records. */
type TakeRecord<R extends Interest, Record> = (wire: WireReader, reader: R, records: Record[]) => number

/**
 * Walks a request. The three kinds of request have the same structure and field numbers above their records, which
 * `take` reads.
 */
export function decodeProtobuf<R extends Interest, Record>(
  body: Uint8Array,
  choice: Choice<R>,
  take: TakeRecord<R, Record>,
): Decoded<R, Record> {
  const wire = new WireReader(body)
  const groups: Group<R, Record>[] = []
  let skipped = 0
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === requestResources) skipped += readResourceItem(wire, choice, take, groups)
    else wire.skip(tag)
  }
  return { groups, skipped }
}

function readResourceItem<R extends Interest, Record>(
  wire: WireReader,
  choice: Choice<R>,
  take: TakeRecord<R, Record>,
  groups: Group<R, Record>[],
): number {
  const outer = wire.enter()
  const start = wire.position
  const resource = new Map<string, AttributeValue>()
  // Fields may come in any order, and records cannot be read before their resource is known.
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === resourceItemResource) readResource(wire, choice.resourceKeys, resource)
    else wire.skip(tag)
  }
  wire.rewind(start)
  let skipped = 0
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === resourceItemScopes) skipped += readScopeItem(wire, choice, resource, take, groups)
    else wire.skip(tag)
  }
  wire.leave(outer)
  return skipped
}

function readResource(wire: WireReader, keys: KeySet, into: Map<string, AttributeValue>): void {
  const outer = wire.enter()
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === resourceAttributes) readAttribute(wire, keys, into)
    else wire.skip(tag)
  }
  wire.leave(outer)
}

function readScopeItem<R extends Interest, Record>(
  wire: WireReader,
  choice: Choice<R>,
  resource: Attributes,
  take: TakeRecord<R, Record>,
  groups: Group<R, Record>[],
): number {
  const outer = wire.enter()
  const start = wire.position
  let scope = ''
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === scopeItemScope) scope = readScopeName(wire)
    else wire.skip(tag)
  }
  wire.rewind(start)
  const reader = choice.readerOf(resource, scope)
  const records: Record[] = []
  let skipped = 0
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === scopeItemRecords) skipped += take(wire, reader, records)
    else wire.skip(tag)
  }
  wire.leave(outer)
  if (records.length > 0) groups.push({ reader, resource, records })
  return skipped
}

function readScopeName(wire: WireReader): string {
  const outer = wire.enter()
  let name = ''
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === scopeName) name = wire.text()
    else wire.skip(tag)
  }
  wire.leave(outer)
  return name
}
