/**
 * Pieces that, repeated, make careless patterns go over a text again and again: beginnings of what they look for that
 * never come to an end.
 */
export const hostileFragments = [
  'https://a/pull/',
  'https://',
  '[main 1a2b3c4',
  '\r[',
  '.-',
  'mysql ',
  'mysql -p',
  'token ',
  'token=',
  '--password ',
  'a:b@',
  '-eyJ',
  'SG.',
  'mst_',
  '-----BEGIN PRIVATE KEY-----',
  '-----END ',
  '-u a',
  '"',
  "'",
  '\\',
  '`"',
  '<|',
  '\n*** Add File: ',
  'git commit;',
  'bash -c "',
  'sudo A=b ',
  '{"a":',
  '[[',
  '"session.id":"',
  'mcp__a__',
  'é',
  '\u0130',
  '😀',
] as const

export function repeated(fragment: string, length: number): string {
  return fragment.repeat(Math.ceil(length / fragment.length))
}
