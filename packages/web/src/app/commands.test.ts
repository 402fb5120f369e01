import { describe, expect, it } from 'vitest'
import { commandsFor, matching } from './commands.ts'

const found = (text: string, role: Parameters<typeof commandsFor>[0] = 'owner') =>
  matching(commandsFor(role, {}), text).map(({ name }) => name)

describe('the search for a page', () => {
  it.each([
    ['money', 'Analytics: Spend'],
    ['budget', 'Organization: Limits'],
    ['alert', 'Organization: Webhooks'],
    ['spend', 'Analytics: Spend'],
    ['email', 'Organization: People'],
    ['price', 'Organization: Controls'],
    ['password', 'Settings'],
    ['invite', 'Organization: People'],
    ['help', 'Guides'],
  ])('finds by the word “%s” what is called %s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  it('shows nobody a page that they may not open', () => {
    expect(found('budget', 'member')).not.toContain('Organization: Limits')
  })

  it('names those first that begin with what was typed', () => {
    expect(found('co')[0]).toBe('Computers')
  })
})
