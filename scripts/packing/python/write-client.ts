import type { OpenApiDocument, Operation } from '@muster/contract/openapi/types'
import { fieldName, Models, oneLine, optional, pascal, type Schema } from './types.ts'

const head = (about: string, imports: string) => `"""${about} Written when the package is built."""

from __future__ import annotations

import datetime
${imports}
`

/** The models and the methods of the client for Python, by path: everything that follows from the contract. */
export function writeClient(document: OpenApiDocument): Record<string, string> {
  const models = new Models()
  const schemas = document.components.schemas as Readonly<Record<string, Schema>>
  for (const [name, schema] of Object.entries(schemas)) models.write(name, schema)
  const groups = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [group = '', name = '', alias] = operation.operationId?.split('.') ?? []
      // A second path of the same operation, or one that answers for ever: `Muster` has methods for those.
      if (name === '' || alias !== undefined || mediaTypeOf(operation) === 'text/event-stream') continue
      const written = writeMethod({
        method: method.toUpperCase(),
        path,
        name,
        id: group + pascal(name),
        operation,
        models,
      })
      groups.set(group, [...(groups.get(group) ?? []), written])
    }
  }
  const classes = [...groups].map(([group, methods]) => {
    const init = '    def __init__(self, caller: Caller) -> None:\n        self._caller = caller'
    return `class ${pascal(group)}Operations:\n${[init, ...methods].join('\n\n')}`
  })
  const members = [...groups.keys()].map(
    (group) => `        self.${fieldName(group)} = ${pascal(group)}Operations(self)`,
  )
  const grouped = `class Grouped(Caller):\n    def __init__(self) -> None:\n${members.join('\n')}`
  return {
    'muster/generated/__init__.py': '',
    'muster/generated/models.py': `${head('The resources of the API.', modelImports)}\n\n${models.text()}\n`,
    'muster/generated/groups.py': `${head('Every operation as a method.', groupImports)}\n\n${[...classes, grouped].join('\n\n\n')}\n`,
  }
}

const modelImports = `from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Optional, Union

from ..model import Model`

const groupImports = `import builtins
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Optional, Union

from ..caller import Caller
from .models import *`

interface Method {
  readonly method: string
  readonly path: string
  readonly name: string
  /** Names of what has no name of its own begin with it. */
  readonly id: string
  readonly operation: Operation
  readonly models: Models
}

function writeMethod({ method, path, name, id, operation, models }: Method): string {
  // An answer of the past and other formats than JSON are for programs that make their requests themselves.
  const parameters = (operation.parameters ?? [])
    .filter((each) => each.name !== 'If-None-Match' && each.name !== 'format')
    .map((each) => {
      const type = inClass(models.typeOf(each.schema, pascal(id) + pascal(each.name)))
      return { ...each, argument: fieldName(each.name), type: each.required ? type : `${optional(type)} = None` }
    })
    .toSorted((one, other) => Number(other.required ?? false) - Number(one.required ?? false))
  const body = operation.requestBody?.content['application/json']?.schema
  const takesBody = body !== undefined && Object.keys(body.properties ?? { all: 1 }).length > 0
  const answer = inClass(answerOf(operation, pascal(id), models))
  const bodyType = takesBody ? models.typeOf(body, `${pascal(id)}Body`) : ''
  const signature = [
    ...parameters.filter(({ required }) => required).map(({ argument, type }) => `${argument}: ${type}`),
    ...(takesBody
      ? [`body: ${bodyType.startsWith('Mapping') ? bodyType : `Union[${bodyType}, Mapping[str, Any]]`}`]
      : []),
    ...parameters.filter(({ required }) => !required).map(({ argument, type }) => `${argument}: ${type}`),
  ]
  const placed = (place: string) =>
    `{${parameters
      .filter((each) => each.in === place)
      .map((each) => `${JSON.stringify(each.name)}: ${each.argument}`)
      .join(', ')}}`
  const sent = body === undefined ? '' : `, body=${takesBody ? 'body' : '{}'}`
  const what = [JSON.stringify(method), JSON.stringify(path), answer, placed('path'), placed('query'), placed('header')]
  const call = `self._caller.call(${what.join(', ')}${sent})`
  const about = `${oneLine(operation.summary ?? name)}.`
  const written = define(name, signature, answer, about, call)
  const cursor = parameters.find((each) => each.name === 'cursor')
  if (!cursor) return written
  const others = signature.filter((each) => !each.startsWith('cursor:'))
  const given = others.map((each) => each.slice(0, each.indexOf(':'))).map((each) => `${each}=${each}`)
  const { field, type } = itemsOf(operation, models, pascal(id))
  const page = `lambda cursor: self.${fieldName(name)}(${[...given, 'cursor=cursor'].join(', ')})`
  const all = `self._caller.items(${page}, ${JSON.stringify(field)})`
  return `${written}\n\n${define(`${name}All`, others, `Iterator[${inClass(type)}]`, `${about} All, page by page.`, all)}`
}

function define(name: string, signature: readonly string[], answer: string, about: string, call: string): string {
  const given = ['self', ...(signature.length > 0 ? ['*', ...signature] : [])].join(', ')
  const lines =
    answer === 'None' ? [`        ${call}`] : [`        answer: ${answer} = ${call}`, '        return answer']
  return [`    def ${fieldName(name)}(${given}) -> ${answer}:`, `        ${JSON.stringify(about)}`, ...lines].join('\n')
}

function mediaTypeOf({ responses }: Operation): string | undefined {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return Object.keys(good?.content ?? {})[0]
}

function answerOf(operation: Operation, id: string, models: Models): string {
  const schema = schemaOf(operation)
  if (schema === undefined) return mediaTypeOf(operation) === undefined ? 'None' : 'str'
  return models.typeOf(schema, `${id}Answer`)
}

function schemaOf({ responses }: Operation): Schema | undefined {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return good?.content?.['application/json']?.schema
}

/** The one list of a page. */
function itemsOf(operation: Operation, models: Models, id: string): { field: string; type: string } {
  const lists = Object.entries(schemaOf(operation)?.properties ?? {}).filter(([, { type }]) => type === 'array')
  const [field, list] = lists[0] ?? []
  if (!field || !list || lists.length > 1)
    throw new Error(`${operation.operationId} has a cursor, but not one list of items.`)
  return { field: fieldName(field), type: models.typeOf(list.items ?? {}, `${id}Answer${pascal(field)}`) }
}

/** A method may be called `list`, and would be meant inside of its class. */
function inClass(type: string): string {
  return type.replaceAll(/\blist\[/g, 'builtins.list[')
}
