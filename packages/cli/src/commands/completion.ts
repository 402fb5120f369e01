import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { command } from '../command-line/command.ts'
import { usage } from '../command-line/failure.ts'
import { ownFile } from '../own-files.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completion = command({
  summary: 'Print a completion script for your shell',
  notes: 'Without a name, the script is for the shell that $SHELL names.',
  positionals: { shell: { optional: true, choices: shells, summary: 'The shell' } },
  examples: [
    ['source <(muster completion bash)', 'For this bash; put the line into ~/.bashrc for all'],
    ['muster completion zsh > ~/.zfunc/_muster', 'For zsh, with ~/.zfunc in its fpath'],
    ['muster completion fish > ~/.config/fish/completions/muster.fish', 'For fish'],
  ],
  async run({ shell }, { out, env }) {
    const name = shell ?? shells.find((each) => each === basename(env.SHELL ?? ''))
    if (!name) throw usage('Say which shell: bash, zsh or fish.')
    out.text(await readFile(ownFile(`completion/muster.${name}`), 'utf8'))
  },
})
