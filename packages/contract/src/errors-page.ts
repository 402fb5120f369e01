import { errors } from './errors.ts'

/** The page `docs/errors.md`: every error that the service answers with, by status, and what to do about it. */
export function errorsPage(): string {
  const rows = Object.entries(errors)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title, help }]) => `| \`${code}\` | ${status} | ${cell(title)} | ${cell(help)} |`)
  return `${introduction}
| Code | Status | Title | What to do |
|---|---|---|---|
${rows.join('\n')}
`
}

const introduction = `# Errors

Every error has one body, sent as \`application/problem+json\`:

\`\`\`json
{
  "title": "Session not found",
  "detail": "There is no session with this id that you can see.",
  "status": 404,
  "requestId": "019cd6f1-7e02-7a94-8b3d-c15f20e9d746",
  "code": "session_not_found"
}
\`\`\`

Branch on \`code\`: codes are stable, while titles and details may be reworded. With \`invalid_request\` comes \`errors\`,
a list of \`{path, message}\` that names each field at fault. Give \`requestId\`, which is also in the \`x-request-id\`
header, to whoever operates the service: the log has the rest.
`

/** A `|` would end the table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}
