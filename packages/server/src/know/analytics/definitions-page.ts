import type { AnalyticsDefinitions, FieldDefinition } from '@muster/contract/analytics-definitions'

/** The page `docs/analytics.md`, for readers of the numbers and authors of programs that use them. */
export function definitionsPage({ terms, definitions }: AnalyticsDefinitions): string {
  const rows = terms.map(({ term, definition }) => `| ${cell(term)} | ${cell(definition)} |`)
  const sections = [...Map.groupBy(definitions, ({ endpoint }) => endpoint)].map(section)
  return `${introduction}
## Words

| Word | Meaning |
|---|---|
${rows.join('\n')}

${howTo}
## Every number

${sections.join('\n')}`
}

function section([endpoint, fields]: [string, FieldDefinition[]]): string {
  const rows = fields.map(({ field, name, definition }) => `| \`${field}\` | ${cell(name)} | ${cell(definition)} |`)
  return `### \`GET ${endpoint}\`

| Field | Name | Meaning |
|---|---|---|
${rows.join('\n')}
`
}

/** A `|` would end the table cell. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

const introduction = `# Analytics

What your organization's agents do, day by day: tokens, tools, active users, files and commits, what it costs, and the same
for each user. Owners and managers may read it, with an API key that has the scope \`analytics:read\` or no scopes at all.

![Costs by model, team, agent and repository](images/costs.webp)

Every number has one definition. This page and \`GET /api/v0/analytics/definitions\` are made from the same table.
`

const howTo = `## Asking for numbers

\`\`\`sh
curl -H "Authorization: Bearer $MUSTER_API_KEY" \\
  "$MUSTER_API_URL/api/v1/analytics/tokens?startDate=2026-03-01&endDate=2026-03-07"
\`\`\`

- \`startDate\` and \`endDate\` are days in UTC, both included, from 2026-01-14 to yesterday. There is no other time zone.
  Anything else is answered with 400 and a sentence that says what to change.
- A range may be as long as you like. The answer is streamed.
- Every day of the range has a row, with zeros where nothing happened. With \`group_by\` there are rows only for what
  occurred, and \`/users\` has rows only for days on which a user was active.
- Money, work and adoption are extensions below \`/api/v0/analytics\`, where a token is as good as a key. Numbers that no
  agent reported are \`null\` there, never 0.
- \`GET /api/v0/me/usage\` tells everybody but guests their own days, today included, and what is left of the month.
- \`/users\` is read in pages. \`limit\`, from 1 to 100 and 20 when left out, counts users: a page holds all days of its
  users. Pass \`meta.next_cursor\` as \`cursor\` until \`meta.has_more\` is false.

### A month in words

\`GET /api/v0/analytics/spend\`, with \`?month=2026-03\` for an earlier month, tells what the month costs, in sentences and numbers.
Rules make the sentences from the numbers; no model does.

- **Now.** \`spent\` includes \`today\`, which is known as far as agents have reported it. \`perWorkday\` is the average from Monday to
  Friday.
- **Forecast.** Each day to come costs what the same weekday cost on average in the last four weeks. The band is as wide as four of
  five such forecasts of the last twelve weeks were off. It is \`null\` until there are enough of them.
- **Changes.** The days that are over are compared with the same days of the month before, but at least a week. What those gave on
  average on each weekday counts as often as this month has that weekday, so months with more workdays are not dearer. \`drivers\` has
  the five largest changes by team, user, repository, model and agent, and within the team that changed most. On the first of a month
  they are those of the month that has ended.
- **Unusual days** lie beyond the median of the same weekday in the eight weeks before by more than four times their median
  deviation, which is taken for 2 % of the median at least.

### Spreadsheets and pipelines

\`format=csv\` and \`format=ndjson\`, or the same in \`Accept\`, give the rows without the envelope, one a line.

- CSV follows RFC 4180: UTF-8, lines that end with CR LF, names of the columns first. An object has a column for each of
  its fields, as in \`tool_autonomy_level_ratio.manual\`. A list is one cell that holds JSON. \`null\` is an empty cell.
- A text that a spreadsheet would run as a formula, because it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab or a line break,
  has a \`'\` in front of it.
- Pages of \`/users\` have the header \`Link: <…>; rel="next"\` while there are more.

## Late data, duplicates and changes

- **Late.** An agent that was offline may report a day weeks afterwards. The day is opened again, and so are the 59 days
  after it for their weekly and monthly users and for adoption. \`GET /api/v0/analytics/status\` tells which days wait and when each was
  last computed; \`POST /api/v0/analytics/refresh\` computes those that wait, now, and answers when it is done. Owners can have
  days computed once more: \`muster analytics recompute 2026-03-01 2026-03-31\`.
- **Failing.** A day that cannot be computed keeps its old numbers and holds up no other day. The status endpoint names it
  under \`failingDays\`, with the reason and the time of the next try: a minute after the first failure, then after pauses
  that double, up to six hours. A refresh tries it at once, and names it under \`failedDays\` when it fails again.
- **Deleted.** Owners can delete what was reported, of everybody or of one person:
  \`DELETE /api/v0/analytics/events?startDate=…&endDate=…&userEmail=…\`, or \`muster analytics delete-events\`. The days are
  computed again. An agent that sends the same events once more brings them back.
- **Too large.** A sum beyond 9007199254740991 (2⁵³ − 1) stays at that number. \`saturatedDays\` of the status names the day.
- **Twice.** Every event has an id that is the same for each delivery of the same thing. The second delivery changes
  nothing.
- **People.** Somebody who is known by an e-mail address alone, and becomes a member later, is one user from then on, in
  past days too.
- **Prices.** Owners set what models cost with the control \`modelPrices\`; \`GET /api/v0/analytics/prices\` shows all prices.
  When they change, the past days that they are about are computed again.
- **Adding up.** Costs and work add up to the day in every group, but for what belongs to no tool in \`group_by=tool\`. Tokens by model, by user, and by model within a user add up to the day. Rows of users add up to the day
  too, but for what users did on days on which they were not active. Active users do not add up, neither over days nor
  over clients: whoever comes twice is still one user.

## What is not counted

- Days that are not over, and days before 2026-01-14, as rows of their own.
- Events that contradict themselves, such as a call that read more from the cache than it read at all. They are kept
  aside, and the status endpoint counts them by reason.
- What tools give back, as messages. Failed commits and pull requests. Analytics keeps no paths of files, no texts of
  messages and no contents of files.
- Files in no known language, in \`by_language\` and \`languages\`; they are in every other number of files.
- Tool calls and user turns outside of any session, in averages per session and in the autonomy ratios of the day. They
  are in the totals, and in the autonomy ratio of their user.
`
