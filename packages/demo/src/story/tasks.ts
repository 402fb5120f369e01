import type { Random } from '../random.ts'
import { type Team, type TextList, words } from '../teams.ts'

/** A user's message, and the agent's final answer. */
export interface Exchange {
  readonly ask: string
  readonly answer: string
}

/** The subject of a session, with its first exchange. `{repository}` and `{word}` are replaced by names of the team. */
interface Task extends Exchange {
  readonly title: string
}

type List<T> = readonly [T, ...T[]]

const code: List<Task> = [
  {
    title: 'Flaky test in {word}',
    ask: 'The {word} test in {repository} fails about once in twenty runs on CI. Find out why and make it reliable.',
    answer:
      'The test read the {word} before the write was flushed. It now waits for the event instead of 50 ms, and 500 runs in a row pass.',
  },
  {
    title: 'Slow {word} page',
    ask: 'Opening the {word} page takes more than two seconds since last week. Where does the time go?',
    answer:
      'One query ran for each row. I joined it into a single one and added an index; the page needs 180 ms with the same data.',
  },
  {
    title: 'Upgrade dependencies of {repository}',
    ask: 'Please upgrade the minor versions in {repository}, run everything, and tell me what looks risky.',
    answer:
      'Eleven packages are upgraded and all tests pass. Two change their defaults for time-outs; I kept the old values and noted why.',
  },
  {
    title: 'Export of {word} as CSV',
    ask: 'Customers ask for an export of {word}. Add an endpoint that streams CSV, with tests, like the one we have for orders.',
    answer: 'The endpoint streams rows as they are read, quotes fields as the other export does, and has seven tests.',
  },
  {
    title: 'Review of the {word} change',
    ask: 'Review the open change to {word} in {repository}. I care about error handling and about what happens on retries.',
    answer:
      'Two findings: a retry would send the notification twice, and an error of the second call is swallowed. The rest is fine.',
  },
  {
    title: 'Move {word} to the new client',
    ask: 'Move everything that touches {word} from the old HTTP client to the new one. No change in behaviour.',
    answer:
      'Fourteen call sites are moved. Time-outs and headers are the same; the old client is not imported any more.',
  },
  {
    title: 'Document how {word} works',
    ask: 'Write a page on how {word} works in {repository}, for somebody who starts next week.',
    answer:
      'The page has the path of a request, the tables involved and how to run it locally. It links to the runbook.',
  },
]

const product: List<Task> = [
  {
    title: 'Interviews about {word}',
    ask: 'Summarise the six interviews about {word}. What do people try to do, and where do they give up?',
    answer:
      'Four of six look for {word} in the settings first. Three give up when a form asks for data they do not have at hand.',
  },
  {
    title: 'Prototype: {word}',
    ask: 'Make a clickable prototype of the {word} screen with the two variants from the brief.',
    answer: 'Both variants are in prototypes/, share their styles, and work with the keyboard.',
  },
  {
    title: 'Brief for {word}',
    ask: 'Turn my notes on {word} into a brief with problem, audience, measure of success and open questions.',
    answer: 'The brief is two pages. Three questions are open; the measure of success still needs a number from Data.',
  },
]

export const followUps: List<Exchange> = [
  {
    ask: 'Good. Can you also cover the empty case?',
    answer: 'Done; I kept the change small and added one test for the empty case.',
  },
  { ask: 'Run everything once more, please.', answer: 'Everything passes: 412 tests, none skipped.' },
  {
    ask: 'Why did you choose that over changing the caller?',
    answer: 'It keeps callers as they are. Changing them would touch eleven files in three packages.',
  },
  { ask: 'Rename it as we discussed, and update the docs.', answer: 'The names and the page are updated.' },
  {
    ask: 'Show me the difference again, shorter this time.',
    answer: 'In short: one function is new, two call it, and one test fails without it.',
  },
  {
    ask: 'That is not quite it: the old behaviour must stay behind the flag.',
    answer: 'The old behaviour is the default again; the new one is behind the flag, and both are tested.',
  },
]

export const thoughts: TextList = [
  'First see how this is done elsewhere in the code, then make the smallest change.',
  'The error points at the caller, but the value is wrong before that. Look one level up.',
  'A test that fails now and passes afterwards is the best proof. Write that first.',
  'There are two places that build this. They should agree; check both.',
]

export const remarks: TextList = [
  'Let me look at how it is done now.',
  'I have found the place. I will change it and run the tests.',
  'One test fails; I am looking into it.',
]

export function chooseTask(random: Random, team: Team): Task {
  const { title, ask, answer } = random.pick(team.commits ? code : product)
  const repository = random.pick(team.repositories)
  const word = random.pick(words)
  const fill = (text: string) => text.replaceAll('{repository}', repository).replaceAll('{word}', word)
  return { title: fill(title), ask: fill(ask), answer: fill(answer) }
}
