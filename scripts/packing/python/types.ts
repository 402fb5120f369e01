/** What of a JSON schema the client for Python shows. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** Models by name, as source text: an object that is described inside of another one gets a name from where it is. */
export class Models {
  readonly #written = new Map<string, string>()

  /** The type of a value. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
    if (schema.anyOf) return this.#unionOf(schema.anyOf, name)
    const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
    if (values) return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`
    switch (schema.type) {
      case 'string':
        return textTypes[schema.format ?? ''] ?? 'str'
      case 'integer':
        return 'int'
      case 'number':
        return 'float'
      case 'boolean':
        return 'bool'
      case 'null':
        return 'None'
      case 'array':
        return `list[${this.typeOf(schema.items ?? {}, name)}]`
      case 'object':
        return this.#objectOf(schema, name)
      default:
        return 'Any'
    }
  }

  /** Writes a named schema, as a class or as another name of its type. */
  write(name: string, schema: Schema): void {
    const type = this.typeOf(schema, name)
    if (type === name) return
    this.#written.set(name, `#: ${sentence(schema)}\n${name} = ${type.includes('"') ? type : quoteClasses(type)}`)
  }

  text(): string {
    return [...this.#written.values()].join('\n\n\n')
  }

  #unionOf(all: readonly Schema[], name: string): string {
    // The kinds of an event or of a body differ in single fields only; a dictionary says them best.
    if (all.filter(({ type, $ref }) => type === 'object' && !$ref).length > 1) return 'Mapping[str, Any]'
    const types = [...new Set(all.map((each) => this.typeOf(each, name)))]
    const values = types.filter((type) => type !== 'None')
    const union = values.length === 1 ? values[0] : `Union[${values.join(', ')}]`
    return values.length < types.length ? `Optional[${union}]` : `${union}`
  }

  #objectOf({ properties, required = [], additionalProperties, ...schema }: Schema, name: string): string {
    if (properties === undefined) {
      const values = typeof additionalProperties === 'object' ? this.typeOf(additionalProperties, name) : 'Any'
      return `dict[str, ${values}]`
    }
    const fields = Object.entries(properties).map(([wire, each]) => {
      const type = this.typeOf(each, name + pascal(wire))
      const isRequired = required.includes(wire)
      return {
        wire,
        field: fieldName(wire),
        about: each.description,
        text: isRequired ? type : optional(type),
        isRequired,
      }
    })
    // Fields with a default come last in a signature.
    const sorted = [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
    const renamed = fields.filter(({ wire, field }) => wire !== field)
    const lines = sorted.flatMap(({ field, text, about, isRequired }) => [
      ...(about ? [`    #: ${oneLine(about)}`] : []),
      `    ${field}: ${text}${isRequired ? '' : ' = None'}`,
    ])
    const wire = renamed.map(({ wire, field }) => `${JSON.stringify(field)}: ${JSON.stringify(wire)}`).join(', ')
    this.#written.set(
      name,
      [
        `class ${name}(Model):`,
        `    ${JSON.stringify(sentence(schema))}`,
        '',
        `    _wire: ClassVar[Mapping[str, str]] = {${wire}}`,
        ...lines,
      ].join('\n'),
    )
    return name
  }
}

const textTypes: Readonly<Record<string, string>> = { 'date-time': 'datetime.datetime', date: 'datetime.date' }
const keywords =
  'and as assert async await class def del elif else except finally for from global if import in is lambda'
const reserved = new Set([
  ...keywords.split(' '),
  'nonlocal',
  'not',
  'or',
  'pass',
  'raise',
  'return',
  'try',
  'while',
  'with',
  'yield',
])

/** `sessionId` is `session_id`. */
export function fieldName(wire: string): string {
  const name = wire
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/\W/g, '_')
    .toLowerCase()
  return reserved.has(name) ? `${name}_` : name
}

export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[\W_]+)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

export function optional(type: string): string {
  return type === 'Any' || type.startsWith('Optional[') ? type : `Optional[${type}]`
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function sentence({ description }: Schema): string {
  return oneLine(description ?? '') || 'A part of another resource.'
}

/** Names of classes that are written later. */
function quoteClasses(type: string): string {
  return type.replaceAll(/\b[A-Z]\w+\b(?!\[)/g, (name) => (['Any', 'None'].includes(name) ? name : `"${name}"`))
}
