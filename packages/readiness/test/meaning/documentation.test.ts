import { describe } from 'vitest'
import { ci, json, library, prose } from '../mini.ts'
import { elixir, rubyGem } from '../small-programs.ts'
import { itJudges } from './it-judges.ts'

describe('Documentation', () => {
  itJudges([
    [
      'links of instructions that are dead',
      'agents_md_current',
      'fails',
      { ...library, 'AGENTS.md': `${prose} See [the map](docs/map.md).\n` },
    ],
    [
      'targets of instructions that are there',
      'agents_md_current',
      'passes',
      { ...library, Makefile: 'lint:\n\ttrue\n', 'AGENTS.md': `${prose}\n\nRun \`make lint\`.\n` },
    ],
    ['instructions that name nothing', 'agents_md_current', 'absent', { ...library, 'AGENTS.md': prose }],
    [
      'folders that the instructions name',
      'agents_md_current',
      'passes',
      { ...library, 'AGENTS.md': `${prose}\nThe program is in \`src/\`.\n` },
    ],
    [
      'an example of a path',
      'agents_md_current',
      'absent',
      { ...library, 'AGENTS.md': `${prose}\nPut it into \`src/pages/your-page.ts\`.\n` },
    ],
    ['a private package without a license', 'license', 'absent', library],
    ['a license whose name comes first', 'license', 'passes', { ...rubyGem, 'MIT-LICENSE': 'MIT\n' }],
    [
      'an overview of another thing',
      'service_flow_documented',
      'fails',
      { ...library, 'docs/overview/install.md': prose },
    ],
    ['the design of one button', 'service_flow_documented', 'fails', { ...library, 'src/ui/button/DESIGN.md': prose }],
    [
      'schemas that tests use',
      'api_schema_docs',
      'fails',
      { Gemfile: "gem 'rails'\n", 'app/a.rb': 'class A; end\n', 'spec/support/nodeinfo.json': '{}' },
    ],
    [
      'an interface that Scribe describes',
      'api_schema_docs',
      'passes',
      {
        'composer.json': json({ type: 'project', require: { 'laravel/framework': '12', 'knuckleswtf/scribe': '5' } }),
        'public/index.php': '<?php\n',
      },
    ],
    [
      'instructions that a message of CI names in a sentence',
      'agents_md_validation',
      'fails',
      {
        ...library,
        'AGENTS.md': 'Run the tests before you are done, and keep the files small and simple, please.\n'.repeat(3),
        ...ci('echo "Respect the community and read the AGENTS.md first"'),
      },
    ],
    ['a generator that is only for development', 'automated_doc_generation', 'passes', elixir],
    [
      'a website of Jekyll below docs',
      'automated_doc_generation',
      'passes',
      { ...library, 'docs/_config.yml': 'theme: minima\npermalink: pretty\n' },
    ],
    [
      'a catalogue of DocC',
      'automated_doc_generation',
      'passes',
      {
        'Package.swift': '// swift-tools-version:6.0\n',
        'Sources/M/M.swift': 'struct M {}\n',
        'Sources/M/Docs.docc/index.md': '# M\n',
      },
    ],
  ])
})
