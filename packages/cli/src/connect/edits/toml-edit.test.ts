import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { parseToml, tomlEdit } from './toml-edit.ts'

const exporter = { 'otlp-http': { endpoint: 'http://x/v1/logs', headers: { Authorization: 'Bearer k' } } }
const edit = tomlEdit('config.toml', 'otel', { log_user_prompt: false, exporter, tool_result: { max_bytes: 80 } })
const read = (text: string) => parseToml(text, 'config.toml')

const scalar = fc.oneof(fc.string(), fc.boolean(), fc.integer({ min: -1000, max: 1000 }))
const table = fc.dictionary(
  fc.constantFrom('log_user_prompt', 'environment', 'exporter', 'x y', 'k'),
  fc.oneof(scalar, fc.array(scalar), fc.dictionary(fc.constantFrom('a', 'otlp-http', 'c.d'), scalar)),
)
const document = fc.dictionary(fc.constantFrom('otel', 'otel2', 'model', 'mcp servers'), table)

describe('a change of a TOML file', () => {
  it('sets the given values, leaves the rest, and changes nothing the second time', () => {
    fc.assert(
      fc.property(document, (before) => {
        const text = edit.apply(stringify(before))
        const wanted = { ...before.otel, log_user_prompt: false, exporter, tool_result: { max_bytes: 80 } }
        expect(read(text)).toEqual({ ...before, otel: wanted })
        expect(edit.apply(text)).toBe(text)
      }),
    )
  })

  it('restores the earlier values, and keeps later changes', () => {
    fc.assert(
      fc.property(document, (before) => {
        const old = stringify(before)
        const back = edit.revert(`${edit.apply(old)}\n[later]\nx = 1\n`, old) ?? ''
        expect(read(back)).toEqual({ ...before, later: { x: 1 } })
      }),
    )
  })

  it('keeps comments, order and other tables, and replaces values that were spread over several tables', () => {
    const text = `model = "m" # mine

[otel] # ours
environment = "prod"
log_user_prompt = true

[otel.exporter.otlp-http]
endpoint = "http://old/v1/logs"

[otel.tool_result]
max_bytes = 5

# the rest
[mcp_servers.x]
args = ["[otel]"]
`
    expect(edit.apply(text)).toBe(`model = "m" # mine

[otel] # ours
log_user_prompt = false
exporter = { otlp-http = { endpoint = "http://x/v1/logs", headers = { Authorization = "Bearer k" } } }
tool_result = { max_bytes = 80 }
environment = "prod"

# the rest
[mcp_servers.x]
args = ["[otel]"]
`)
  })

  it('creates a missing file, and removes it again', () => {
    const text = edit.apply(undefined)
    expect(text).toMatch(/^\[otel\]\nlog_user_prompt = false\n/)
    expect(edit.revert(text, undefined)).toBeUndefined()
  })

  it.each(['[otel\n', 'otel = { environment = "x" }\n', 'text = """\n[otel]\nexporter = 1\n"""\n[[otel]]\n'])(
    'refuses %j',
    (text) => {
      expect(() => edit.apply(text)).toThrow(/config\.toml .+ Nothing was changed\.$/)
    },
  )
})
