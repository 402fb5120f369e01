import { command } from '../command-line/command.ts'
import { usage } from '../command-line/failure.ts'
import { queryJson } from '../query-json.ts'
import { parseJson, parsePair, readInput } from '../read-input.ts'
import { readPages } from '../read-pages.ts'
import type { Output } from '../terminal/output.ts'
import { printableJson } from '../terminal/width.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

export const api = command({
  summary: 'Make any call to the API and print its answer',
  notes: 'Fields become the query of GET and DELETE, and the JSON body of all others.',
  positionals: {
    method: { summary: 'GET, POST, PUT, PATCH or DELETE; GET when left out' },
    path: { optional: true, summary: 'A path such as /api/v0/sessions' },
  },
  options: {
    field: { type: 'list', short: 'f', value: 'key=value', summary: 'A field, its value as text; repeat it for more' },
    jsonField: {
      type: 'list',
      short: 'F',
      value: 'key=json',
      summary: 'A field, its value as JSON; repeat it for more',
    },
    input: { type: 'text', value: 'file', summary: 'Send this file as the body; - is the standard input' },
    header: { type: 'list', short: 'H', summary: 'A header, as in "If-Match: 3"; repeat it for more' },
    paginate: { type: 'flag', summary: 'Read all pages of a list, and print them as one' },
    jq: { type: 'text', value: 'path', summary: 'Print only this part, as in .sessions[].title' },
    include: { type: 'flag', short: 'i', summary: 'Print status and headers before the body' },
  },
  examples: [
    ['muster api /api/v0/me', 'A plain read'],
    ['muster api /api/v0/sessions -f limit=5', 'With a query'],
    ['muster api /api/v0/sessions --paginate --jq .sessions[].title', 'One field of everything'],
    ['muster api POST /api/v0/sessions -f computerId=ID', 'With a body'],
    ['muster api POST /api/v0/sessions --input session.json', 'With a body from a file'],
  ],
  async run(args, { out, client }) {
    const [method, path] = args.path === undefined ? ['GET', args.method] : [args.method.toUpperCase(), args.path]
    if (!methods.includes(method)) throw usage(`${JSON.stringify(method)} is no method of HTTP.`)
    if (!path.startsWith('/')) throw usage('The path begins with a slash, as in /api/v0/me.')
    const fields = fieldsOf(args.field, args.jsonField)
    const hasBody = !['GET', 'DELETE', 'HEAD', 'OPTIONS'].includes(method)
    if (args.input !== undefined && fields) throw usage('Use either --input or fields.')
    const select = args.jq === undefined ? undefined : queryJson(args.jq)
    if (args.paginate && (method !== 'GET' || args.include)) throw usage('--paginate goes with GET, without --include.')
    const muster = await client()
    if (args.paginate) return show(await readPages(muster, path, fields, headersOf(args.header)), select, out)
    const answer = await muster.request(method, path, {
      query: hasBody ? undefined : fields,
      body: args.input === undefined ? (hasBody ? fields : undefined) : await readInput(args.input),
      headers: headersOf(args.header),
    })
    if (args.include) {
      const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`)
      out.text(`${[`Status ${answer.status}`, ...lines].join('\n')}\n\n`)
    }
    show(answer.body, select, out)
  },
})

/** Selected texts are printed without quotes, for other programs. */
function show(body: unknown, select: ((value: unknown) => unknown[]) | undefined, out: Output): void {
  if (select && typeof body === 'object') {
    for (const part of select(body)) {
      out.raw(typeof part === 'string' ? part : printableJson(part))
    }
  } else if (typeof body === 'string') out.raw(body)
  else if (body !== undefined) out.data(body)
}

function fieldsOf(texts: readonly string[], values: readonly string[]): Record<string, unknown> | undefined {
  if (texts.length + values.length === 0) return undefined
  const typed = values.map((pair) => {
    const [key, value] = parsePair(pair, '--json-field')
    return [key, parseJson(value, `--json-field ${key}`)] as const
  })
  return Object.fromEntries([...texts.map((pair) => parsePair(pair, '--field')), ...typed])
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map(parseHeader))
}

function parseHeader(line: string): readonly [name: string, value: string] {
  const at = line.indexOf(':')
  if (at <= 0) throw usage(`--header takes "Name: value", not ${JSON.stringify(line)}.`)
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}
