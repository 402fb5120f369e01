import { ActivityRow, TokensByModelRow, ToolsRow, UserRow } from '@muster/contract/analytics'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv, ndjson } from './csv.ts'
import { zeroRows } from './zero-rows.ts'

const grouped = csv(TokensByModelRow)

function modelCell(model: string): string {
  const row = { date: '2026-03-01', group_key: model, billable_tokens: 3, input_tokens: 2, output_tokens: 1 }
  return grouped.line(row).slice('2026-03-01,'.length, -',3,2,1\r\n'.length)
}

describe('csv', () => {
  it('has a line of names, and columns for the fields of objects', () => {
    expect(csv(ActivityRow).head).toBe(
      'date,daily_active_users,weekly_active_users,monthly_active_users,daily_active_users_by_client.terminal-ui,daily_active_users_by_client.web,daily_active_users_by_client.non-interactive-cli,sessions,messages,user_messages\r\n',
    )
    expect(csv(ActivityRow).line(zeroRows('2026-03-01').activity)).toBe('2026-03-01,0,0,0,0,0,0,0,0,0\r\n')
  })

  it('puts lists into a cell as JSON', () => {
    const row = { ...zeroRows('2026-03-01').tools, by_tool: [{ tool: 'a "b"', invocations: 2 }] }
    expect(csv(ToolsRow).line(row)).toMatch(
      /^2026-03-01,0,"\[\{""tool"":""a \\""b\\"""",""invocations"":2\}\]",0,\[\],/,
    )
  })

  it('leaves the cell of null empty', () => {
    const cells = csv(UserRow)
      .line({ user_id: 'a', user_email: null, languages: ['Go', 'C'] })
      .split(',')
    expect(cells.slice(0, 2)).toEqual(['a', ''])
    expect(cells.slice(-2).join(',')).toBe('"[""Go"",""C""]"\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' spaced ', '" spaced "'],
    ['plain-1 😀', 'plain-1 😀'],
  ])('writes %j as %j', (text, cell) => {
    expect(modelCell(text)).toBe(cell)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x","y")'])(
    'does not let a spreadsheet run %j',
    (text) => {
      expect(modelCell(text).replace(/^"/, '')).toMatch(/^'/)
    },
  )

  it('leaves numbers as they are', () => {
    const line = grouped.line({
      date: '2026-03-01',
      group_key: 'm',
      billable_tokens: 1e21,
      input_tokens: 0.1,
      output_tokens: 0,
    })
    expect(line).toBe('2026-03-01,m,1e+21,0.1,0\r\n')
  })

  it('can be read back, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = modelCell(text)
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(read === text || read === `'${text}`).toBe(true)
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/)
      }),
    )
  })
})

describe('ndjson', () => {
  it('is a line of JSON for each row', () => {
    expect(ndjson.head + ndjson.line({ text: 'two\nlines' })).toBe('{"text":"two\\nlines"}\n')
  })
})
