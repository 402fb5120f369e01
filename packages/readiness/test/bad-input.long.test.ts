import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openGit } from '@muster/contract/node/git'
import { describe, expect, it } from 'vitest'
import { evaluate } from '../src/evaluate.ts'
import { NoRepository } from '../src/repository/ask-git.ts'
import { openRepository } from '../src/repository/open-repository.ts'
import { walk } from '../src/repository/walk.ts'
import { type Files, library, npm, prose } from './mini.ts'
import { committed, git, temporaryDirectory, writeFiles } from './temporary-repository.ts'

const files: Files = { ...library, 'README.md': `${prose}\n`, '.gitignore': 'node_modules/\nignored/\n' }

function evaluated(path: string) {
  return evaluate(path, { version: '1.2.3' })
}

async function reportOf(path: string) {
  return (await evaluated(path)).report
}

describe('a repository', () => {
  it('is described by its commit, branch, remote and version', async () => {
    const root = await committed(files)
    git(root, 'remote', 'add', 'origin', 'https://user:s3cr3t@git.example.org/acme/shop.git')
    const { report, applications } = { ...(await evaluated(root)), applications: undefined }
    expect(applications).toBeUndefined()
    expect(report).toMatchObject({
      repoUrl: 'https://git.example.org/acme/shop',
      commitHash: git(root, 'rev-parse', 'HEAD').trim(),
      branch: 'main',
      hasLocalChanges: false,
      agentVersion: '1.2.3',
    })
    expect(report).not.toHaveProperty('hasNonRemoteCommits')
    expect(report).not.toHaveProperty('modelUsed')
    expect(JSON.stringify(report)).not.toContain('s3cr3t')
  })

  it('gives the same bytes for the same commit, wherever and whenever it is evaluated', async () => {
    const root = await committed(files)
    git(root, 'remote', 'add', 'origin', 'git@git.example.org:acme/shop.git')
    const copy = join(await temporaryDirectory(), 'copy')
    git(root, 'clone', '-q', root, copy)
    git(copy, 'remote', 'set-url', 'origin', 'https://git.example.org/acme/shop')
    git(copy, 'update-ref', '-d', 'refs/remotes/origin/main')
    git(copy, 'update-ref', '-d', 'refs/remotes/origin/HEAD')
    expect(JSON.stringify(await reportOf(copy))).toBe(JSON.stringify(await reportOf(root)))
    expect(JSON.stringify(await reportOf(join(root, 'src')))).toBe(JSON.stringify(await reportOf(root)))
  })

  it('reports local changes and commits that were not pushed', async () => {
    const root = await committed(files)
    const copy = join(await temporaryDirectory(), 'copy')
    git(root, 'clone', '-q', root, copy)
    expect(await reportOf(copy)).toMatchObject({ hasLocalChanges: false, hasNonRemoteCommits: false })
    writeFiles(copy, { 'new.txt': 'new' })
    expect(await reportOf(copy)).toMatchObject({ hasLocalChanges: true, hasNonRemoteCommits: false })
    git(copy, 'add', '-A')
    git(copy, 'commit', '-qm', 'Second')
    expect(await reportOf(copy)).toMatchObject({ hasLocalChanges: false, hasNonRemoteCommits: true })
  })

  it('does not count what is ignored, deleted, or in a repository inside of it', async () => {
    const root = await committed({ ...files, 'AGENTS.md': prose })
    rmSync(join(root, 'AGENTS.md'))
    writeFiles(root, {
      'ignored/CODEOWNERS': '* @a\n',
      'ignored/package.json': npm(),
      'inner/package.json': npm(),
      'inner/a.js': '',
    })
    git(join(root, 'inner'), 'init', '-q')
    const { report, apps } = await reportOf(root)
    expect(report.agents_md?.numerator).toBe(0)
    expect(Object.keys(apps)).toEqual(['.'])
  })

  it('counts a file in conflict once', async () => {
    const root = await committed(files)
    git(root, 'checkout', '-qb', 'topic')
    writeFiles(root, { 'README.md': 'Theirs.\n' })
    git(root, 'commit', '-qam', 'Theirs')
    git(root, 'checkout', '-q', 'main')
    writeFiles(root, { 'README.md': 'Ours.\n' })
    git(root, 'commit', '-qam', 'Ours')
    expect(() => git(root, 'merge', '-q', 'topic')).toThrow()
    const { repository } = await openRepository(root)
    expect(repository.paths).toEqual([...Object.keys(files)].sort())
  })

  it('counts the days of its documentation from the commit', async () => {
    const root = await committed(files)
    expect((await reportOf(root)).report.documentation_freshness).toMatchObject({
      numerator: 1,
      rationale: expect.stringMatching(/^README\.md:1 changed in [0-9a-f]{8}, on the day of this commit\.$/),
    })
    writeFiles(root, { 'src/other.ts': '' })
    git(root, 'add', '-A')
    const later = (date: string) =>
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.org', 'commit', '-q', '--amend', '-m', 'x'], {
        cwd: root,
        env: { PATH: process.env.PATH, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date },
      })
    git(root, 'commit', '-qm', 'Second')
    later('2026-04-10T09:30:00Z')
    expect((await reportOf(root)).report.documentation_freshness?.rationale).toContain('40 days before')
    later('2027-03-01T09:30:00Z')
    expect((await reportOf(root)).report.documentation_freshness?.numerator).toBe(0)
  })

  it('sees documentation in a folder whose name begins with a capital', async () => {
    const root = await committed({ 'Doc/Introduction.aml': 'a\n', 'main.js': '1\n' })
    expect((await reportOf(root)).report.documentation_freshness?.rationale).toContain('Doc/Introduction.aml:1 changed')
  })

  it('sees changes of its documentation that came with a merge', async () => {
    const root = await committed(files)
    git(root, 'checkout', '-qb', 'topic')
    writeFiles(root, { 'README.md': `${prose}\nFrom the branch.\n` })
    git(root, 'commit', '-qam', 'Document')
    git(root, 'checkout', '-q', 'main')
    writeFiles(root, { 'CONTRIBUTING.md': `${prose}\n` })
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'Contribute')
    git(root, 'merge', '-q', '--no-ff', '-m', 'Merge', 'topic')
    const { report } = (await reportOf(root)) as { report: Record<string, { numerator: number }> }
    expect(report.documentation_freshness).toMatchObject({ numerator: 1 })
  })
})

describe('a place that is not quite a repository', () => {
  it('is evaluated without git, and says so', async () => {
    const root = await temporaryDirectory()
    writeFiles(root, { ...files, 'node_modules/a/package.json': npm(), 'ignored/AGENTS.md': prose })
    const { report, notes } = await evaluated(root)
    expect(report.report.readme?.numerator).toBe(1)
    expect(report.report.agents_md?.numerator).toBe(0)
    expect(Object.keys(report.apps)).toEqual(['.'])
    expect(report).not.toHaveProperty('commitHash')
    expect(report.repoUrl).toMatch(/^file:\/\/\//)
    expect(notes).toEqual(['This is no git repository, so there is no history.'])
  })

  it.each([
    ['an empty directory', async () => temporaryDirectory()],
    [
      'a repository without commits',
      async () => {
        const root = await temporaryDirectory()
        git(root, 'init', '-q')
        return root
      },
    ],
  ])('is at level 1 as %s', async (_, make) => {
    const { report, score } = await evaluated(await make())
    expect(score.level).toBe(1)
    expect(report.apps).toEqual({})
    expect(report.report.readme).toMatchObject({ numerator: 0, denominator: 1 })
    expect(report.report).not.toHaveProperty('formatter')
    expect(report).not.toHaveProperty('commitHash')
  })

  it('is refused when it does not exist or is a file', async () => {
    const root = await committed(files)
    await expect(evaluated(join(root, 'nowhere'))).rejects.toThrow(NoRepository)
    await expect(evaluated(join(root, 'README.md'))).rejects.toThrow(NoRepository)
  })

  it('has no branch when the head is detached', async () => {
    const root = await committed(files)
    git(root, 'checkout', '-q', '--detach')
    const report = await reportOf(root)
    expect(report).toHaveProperty('commitHash')
    expect(report).not.toHaveProperty('branch')
  })

  it('leaves out what a shallow clone cannot know', async () => {
    const root = await committed(files)
    writeFiles(root, { 'more.txt': '' })
    git(root, 'add', '-A')
    git(root, 'commit', '-qm', 'Second')
    const copy = join(await temporaryDirectory(), 'copy')
    git(root, 'clone', '-q', '--depth=1', `file://${root}`, copy)
    const { report, notes } = await evaluated(copy)
    expect(report.report).not.toHaveProperty('documentation_freshness')
    expect(report).toHaveProperty('commitHash')
    expect(notes).toEqual([expect.stringContaining('shallow')])
  })

  it('does not look into submodules', async () => {
    const inner = await committed({ 'package.json': npm(), 'a.js': '', 'AGENTS.md': prose })
    const root = await committed(files)
    git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner')
    git(root, 'commit', '-qm', 'With a submodule')
    const { apps, report, hasLocalChanges } = await reportOf(root)
    expect([Object.keys(apps), report.agents_md?.numerator, hasLocalChanges]).toEqual([['.'], 0, false])
  })

  it('reports how many submodules were not read, even if there is nothing else', async () => {
    const inner = await committed({ 'a.js': '' })
    const root = await committed({ 'README.md': prose })
    for (const name of ['one', 'two'])
      git(root, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, name)
    git(root, 'rm', '-q', 'README.md')
    git(root, 'commit', '-qm', 'Only submodules')
    const { notes, applications, score } = await evaluated(root)
    expect([notes, applications, score.level]).toEqual([
      ['2 submodules were not looked into.', expect.stringContaining('No application was found here')],
      [],
      1,
    ])
  })

  it('of 200,000 files is evaluated', async () => {
    const root = await committed({ 'go.mod': 'module m\n', 'main.go': 'package main\n' })
    const hash = git(root, 'rev-parse', ':main.go').trim()
    const paths = Array.from({ length: 200_000 }, (_, index) => `p${index % 500}/f${index}.go`)
    const given = (lines: readonly string[], ...args: readonly string[]) =>
      execFileSync('git', ['-C', root, 'update-index', '-z', ...args], { input: lines.join('\0') })
    given(
      paths.map((path) => `100644 ${hash}\t${path}`),
      '--index-info',
    )
    // As in a sparse checkout: git knows all of them, and the disk has few.
    given(paths, '--skip-worktree', '--stdin')
    const { fileCount, report } = await evaluated(root)
    expect([fileCount, Object.keys(report.apps)]).toEqual([200_002, ['.']])
  })

  it('without git and with too many files says so', async () => {
    const root = await temporaryDirectory()
    writeFiles(root, { a: '', b: '', 'c/d': '', 'c/e': '' })
    expect((await openRepository(root, undefined, 3)).notes).toContain('Only 3 of its files were looked at.')
    expect((await openRepository(root, undefined, 4)).notes).toHaveLength(1)
  })

  it('of one file is evaluated', async () => {
    const { report, applications, score, notes } = await evaluated(await committed({ 'notes.txt': 'x' }))
    expect([applications, score.level, report.report.readme?.numerator]).toEqual([[], 1, 0])
    expect(notes).toEqual(['No application was found here, so only what is asked of every repository was judged.'])
  })

  it('that is bare is refused in a sentence', async () => {
    const root = await temporaryDirectory()
    git(root, 'init', '-q', '--bare')
    await expect(evaluated(root)).rejects.toThrow('is a bare repository, which holds no files to look at. Clone it')
  })

  it('with a manifest of 50 MB says that it was not read', async () => {
    const root = await committed(files)
    writeFileSync(join(root, 'package.json'), `${' '.repeat(50 * 1024 ** 2)}{}`)
    const { report } = await reportOf(root)
    expect(report.formatter?.rationale).toMatch(/^package\.json is too large, binary or closed, and was not read, so /)
  })

  it.each(['\n', '\n ', '\r\n', '\t\n'])('with a page of a megabyte of %j is evaluated', async (line) => {
    const page = `# Mini\n\n${'Mini is a tool that reads pages. '.repeat(20)}\n${line.repeat(1_000_000 / line.length)}\n## License\n`
    const { report } = await reportOf(await committed({ ...files, 'README.md': page }))
    expect(report.readme?.numerator).toBe(1)
  })

  it('works where the path has spaces, quotes and line breaks', async () => {
    const root = await committed({ ...files, 'a\nb "c".md': 'x', 'ü/ñ.ts': '' }, 'with space\nand "break"')
    const { report, root: found } = await evaluated(root)
    expect(found).toBe(root)
    expect(report.report.readme?.numerator).toBe(1)
  })
})

describe('files that want to do harm', () => {
  it('are not followed when they are links: in a loop, out of the tree, or for a directory', async () => {
    const outside = await temporaryDirectory()
    writeFiles(outside, { 'AGENTS.md': prose, 'docs/architecture.md': prose, 'secret/CODEOWNERS': '* @a\n' })
    const root = await committed(files)
    symlinkSync(join(outside, 'AGENTS.md'), join(root, 'AGENTS.md'))
    symlinkSync(join(outside, 'docs'), join(root, 'docs'))
    symlinkSync('loop', join(root, 'loop'))
    symlinkSync('.', join(root, 'self'))
    for (const isCommitted of [false, true]) {
      if (isCommitted) {
        git(root, 'add', '-A')
        git(root, 'commit', '-qm', 'Links')
      }
      const { report } = await reportOf(root)
      expect([report.agents_md?.numerator, report.service_flow_documented?.numerator]).toEqual([0, 0])
    }
    rmSync(join(root, '.git'), { recursive: true })
    expect((await reportOf(root)).report.agents_md?.numerator).toBe(0)
  })

  it('are not read through a directory that became a link', async () => {
    const outside = await temporaryDirectory()
    writeFiles(outside, { CODEOWNERS: '* @stranger\n' })
    const root = await committed({ ...files, '.github/CODEOWNERS': '# nobody\n' })
    renameSync(join(root, '.github'), join(root, 'moved'))
    symlinkSync(outside, join(root, '.github'))
    expect((await reportOf(root)).report.codeowners?.numerator).toBe(0)
  })

  it('do not make it hang: pipes and sockets', async () => {
    const root = await committed(files)
    execFileSync('mkfifo', [join(root, 'AGENTS.md'), join(root, 'src/pipe.ts')])
    expect((await reportOf(root)).report.agents_md?.numerator).toBe(0)
    rmSync(join(root, '.git'), { recursive: true })
    expect((await reportOf(root)).report.agents_md?.numerator).toBe(0)
  })

  it('do not make it wait for ever if git does', async () => {
    const root = await committed({ ...library })
    execFileSync('mkfifo', [join(root, '.gitignore')])
    const { git } = await openGit(root, 300)
    await expect(git(['status', '--porcelain'])).rejects.toThrow('it did not answer within 0.3 seconds')
    expect(walk(root).paths).toEqual(Object.keys(library).sort())
  })

  it('count as empty when they cannot be read', async () => {
    const root = await committed({ ...files, 'AGENTS.md': prose })
    chmodSync(join(root, 'AGENTS.md'), 0)
    mkdirSync(join(root, 'closed'), { mode: 0 })
    const { report } = await reportOf(root)
    // Whoever runs as root reads them all the same.
    expect(report.agents_md?.numerator).toBe(process.getuid?.() === 0 ? 1 : 0)
    chmodSync(join(root, 'closed'), 0o700)
  })

  it('are not read when they are huge or binary', async () => {
    const root = await committed(files)
    writeFiles(root, {
      'AGENTS.md': prose,
      CODEOWNERS: Buffer.concat([Buffer.from('* @a\n'), Buffer.alloc(10)]),
      'src/big.ts': '',
    })
    truncateSync(join(root, 'AGENTS.md'), 2 * 1024 ** 3)
    truncateSync(join(root, 'src/big.ts'), 2 * 1024 ** 3)
    const { report } = await reportOf(root)
    expect([report.agents_md?.numerator, report.codeowners?.numerator]).toEqual([0, 0])
  })

  it('may be written in anything but UTF-8', async () => {
    const latin = Buffer.from(`${prose} Gr\xfc\xdfe\n`, 'latin1')
    const root = await committed({
      ...files,
      'AGENTS.md': latin,
      'package.json': Buffer.from('{"name": "\xfc", "exports": "a"}', 'latin1'),
    })
    const { report, apps } = await reportOf(root)
    expect([report.agents_md?.numerator, Object.keys(apps)]).toEqual([1, ['.']])
  })

  it('may have names that are not UTF-8', async () => {
    const root = await committed(files)
    writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.ts')]), 'x')
    expect((await reportOf(root)).report.readme?.numerator).toBe(1)
  })

  it.each([
    [
      'package.json',
      { 'package.json': '{"name": "a",\n oops', 'src/a.ts': '' },
      /^package\.json:2 is not valid JSON \(.+\), so /,
    ],
    [
      'pyproject.toml',
      { 'pyproject.toml': '[project]\nname = \n', 'a.py': '' },
      /^pyproject\.toml:2 is not valid TOML, so /,
    ],
    ['Cargo.toml', { 'Cargo.toml': '[package\n', 'src/lib.rs': '' }, /^Cargo\.toml:1 is not valid TOML, so /],
    ['composer.json', { 'composer.json': '{', 'src/A.php': '' }, /^composer\.json:1 is not valid JSON .*, so /],
  ])('fail with that reason when %s is broken', async (_, broken, reason) => {
    const { report } = await reportOf(await committed(broken))
    expect(report.unit_tests_exist).toMatchObject({ numerator: 0, rationale: expect.stringMatching(reason) })
  })

  it('fail with that reason when a devcontainer or a settings file is broken', async () => {
    const { report } = await reportOf(await committed({ ...files, '.devcontainer/devcontainer.json': '{"image"' }))
    expect(report.devcontainer_runnable?.rationale).toContain('.devcontainer/devcontainer.json:1 is not valid JSON')
    const settings = await reportOf(await committed({ ...files, '.github/settings.yml': 'a: [\n' }))
    expect(settings.report.readme?.numerator).toBe(1)
    const linted = { 'go.mod': 'module m\n', 'm.go': 'package m\n', '.golangci.yml': 'linters: [\n' }
    const { report: judged } = await reportOf(await committed(linted))
    expect(judged.cyclomatic_complexity?.rationale).toMatch(/^\.golangci\.yml:\d is not valid YAML, so /)
    expect(judged.readme?.rationale).not.toContain('golangci')
  })
})

describe('a hostile configuration of git', () => {
  it('runs nothing: no monitor, hook, filter, pager or signature program', async () => {
    const root = await committed({ ...files, '.gitattributes': '*.ts filter=evil diff=evil\n' })
    const trap = join(root, '..', 'trapped')
    const script = join(root, '..', 'trap.sh')
    writeFileSync(script, `#!/bin/sh\ntouch '${trap}'\ncat\n`)
    chmodSync(script, 0o755)
    const settings = {
      'core.fsmonitor': script,
      'core.pager': script,
      'core.hooksPath': join(root, '..', 'hooks'),
      'filter.evil.clean': script,
      'filter.evil.smudge': script,
      'filter.evil.process': script,
      'filter.evil.required': 'true',
      'diff.evil.textconv': script,
      'diff.evil.command': script,
      'diff.external': script,
      'log.showSignature': 'true',
      'gpg.program': script,
      'core.sshCommand': script,
      'credential.helper': script,
      'core.editor': script,
      'alias.status': `!${script}`,
      'alias.ls-files': `!${script}`,
    }
    mkdirSync(join(root, '..', 'hooks'))
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman']) {
      writeFileSync(join(root, '..', 'hooks', hook), `#!/bin/sh\ntouch '${trap}'\n`, { mode: 0o755 })
    }
    for (const [name, value] of Object.entries(settings)) git(root, 'config', name, value)
    // A file of the same length but another time makes git look at its content.
    writeFileSync(join(root, 'src/main.ts'), 'export const answer = 43\n')
    const { hasLocalChanges, commitHash } = await reportOf(root)
    expect([hasLocalChanges, typeof commitHash]).toEqual([true, 'string'])
    expect(existsSync(trap)).toBe(false)
  })

  /** A file of the same length but another time makes git look at its content. */
  function trapped(root: string, filter: string): string {
    const trap = join(root, '..', 'trapped')
    git(root, 'config', `filter.${filter}.clean`, `touch '${trap}'; cat`)
    writeFileSync(join(root, 'src/main.ts'), 'export const answer = 43\n')
    return trap
  }

  it('runs no filter of a working tree that is a repository of its own', async () => {
    const root = await committed(files)
    const inner = join(root, 'inner')
    git(root, 'clone', '-q', root, inner)
    writeFileSync(join(inner, '.gitattributes'), '*.ts filter=evil\n')
    const trap = trapped(inner, 'evil')
    git(root, 'config', 'core.worktree', '../inner')
    expect((await reportOf(root)).hasLocalChanges).toBe(true)
    expect(existsSync(trap)).toBe(false)
  })

  it('runs no filter whose name the command line would cut', async () => {
    const root = await committed({ ...files, '.gitattributes': '*.ts filter=a=b\n' })
    const trap = trapped(root, 'a=b')
    const { notes } = await openRepository(root)
    expect(notes[0]).toContain('its settings name a filter that cannot be switched off')
    expect(existsSync(trap)).toBe(false)
  })

  it('may tell a time that no calendar has', async () => {
    const root = await committed(files)
    const commit = git(root, 'cat-file', 'commit', 'HEAD').replace(/^(committer .*> )\d+/m, '$199999999999999')
    const options = { cwd: root, input: commit, encoding: 'utf8' } as const
    const far = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], options).trim()
    git(root, 'reset', '-q', '--soft', far)
    expect(typeof (await reportOf(root)).commitHash).toBe('string')
  })

  it('cannot lead it elsewhere through the environment, and the index stays as it is', async () => {
    const root = await committed(files)
    const other = await committed({ 'AGENTS.md': prose })
    const before = execFileSync('sha1sum', [join(root, '.git/index')]).toString()
    process.env.GIT_DIR = join(other, '.git')
    try {
      expect((await reportOf(root)).report.agents_md?.numerator).toBe(0)
    } finally {
      delete process.env.GIT_DIR
    }
    expect(execFileSync('sha1sum', [join(root, '.git/index')]).toString()).toBe(before)
  })
})
