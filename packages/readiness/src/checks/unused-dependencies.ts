import { directoryOf, resolvePath } from '../applications/places.ts'
import { pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import { ofApplication, type Subject, toolsOf } from './check.ts'
import { furtherLanguages } from './further-languages.ts'
import { gradle } from './tool-files.ts'

/** Tools that find dependencies which nothing uses, by language. */
const byTools = toolsOf(
  'nothing reports dependencies that are not used',
  {
    ...furtherLanguages.unused_dependencies_detection,
    javascript: {
      near: /^\.?knip\.(jsonc?|ts|js)$|^\.depcheckrc/,
      dependency: /^(knip|depcheck|npm-check|unimported)$/,
      task: /\b(knip|depcheck|npm-check)\b(?!-)/,
      add: 'add knip and run it in CI',
    },
    python: {
      dependency: /^(deptry|pip-extra-reqs|pip-check-reqs|creosote|fawltydeps)$/,
      task: /\bdeptry\b|\bfawltydeps\b/,
      add: 'add deptry and run it in CI',
    },
    go: {
      ci: /(?<![\w/.-])go mod tidy\b/,
      // A target that somebody starts by hand reports nothing; one that looks at the difference does.
      task: /\bmod tidy -diff\b|(?<! -C [^\n]*)\bmod tidy\b[^\n]*(\n[^\n]*){0,2}\bgit diff\b/,
      add: 'run `go mod tidy -diff` in CI',
    },
    rust: { task: /cargo[- ](\+\S+ )?(machete|udeps|shear)\b/, add: 'run `cargo machete` in CI' },
    java: {
      line: [
        [
          gradle,
          /dependency-analysis|dependencyAnalysis|nebula\.lint|maven-dependency-plugin[\s\S]{0,900}<goal>analyze/,
        ],
      ],
      // A catalogue names the plug-in, and programs of the build apply it.
      file: [[/(^|\/)gradle\/[\w.-]*versions\.toml$/, /\bcom\.autonomousapps\b|dependency-analysis-gradle-plugin/]],
      task: /dependency:analyze|buildHealth/,
      add: 'run `mvn dependency:analyze`, or add the dependency-analysis plugin',
    },
    csharp: { dependency: /^(referencetrimmer|snitch)$/, add: 'add ReferenceTrimmer' },
    ruby: {
      task: /\bbundle[- ]?(unused|leak)\b|\bunused_gems\b|gem_unused/,
      dependency: /^(gem_unused|bundler-leak|unused_gems)$/,
      add: 'run a tool that finds unused gems in CI',
    },
    php: {
      dependency:
        /^(icanhazstring\/composer-unused|shipmonk\/composer-dependency-analyser|maglnet\/composer-require-checker)$/,
      add: 'add composer-unused',
    },
    cpp: {
      task: /include-what-you-use|\biwyu\b/,
      line: [[/^CMakeLists\.txt$/, /INCLUDE_WHAT_YOU_USE/]],
      add: 'run include-what-you-use',
    },
    elixir: { task: /deps\.unlock --check-unused/, add: 'run `mix deps.unlock --check-unused` in CI' },
    terraform: {
      task: /terraform_unused_required_providers/,
      line: [[/^\.tflint\.hcl$/, /terraform_unused_required_providers/]],
      add: 'enable terraform_unused_required_providers in .tflint.hcl',
    },
    perl: { task: /\bscan-?prereqs|Test::UnusedDeps/, add: 'compare what is required with what is used in a test' },
    swift: { task: /\bperiphery\b/, near: /^\.periphery\.yml$/, add: 'add Periphery and a .periphery.yml' },
  },
  { isAskedOfAll: true },
)

export const unusedDependencies = ofApplication((app, subject) => {
  const found = byTools.application(app, subject)
  if (found?.passes !== false || app.language !== 'go') return found
  const target = tidyingTarget(subject)
  return target === undefined ? found : pass(target)
})

/** A target that tidies, and that CI runs, itself or through another one. */
function tidyingTarget({ repository, evidence: { automation } }: Subject): string | undefined {
  const called = targetsOf(automation.flatMap(({ isCi, text }) => (isCi ? [text] : [])).join('\n'))
  const files = automation.filter(({ isCi }) => !isCi)
  const needed = new Map(
    files.flatMap(({ text }) =>
      [...text.matchAll(recipe)].map(([, target = '', before = '', commands = '']) => [
        target,
        [...before.replace(/##.*/, '').split(/\s+/), ...targetsOf(commands)],
      ]),
    ),
  )
  const reached = new Set<string>()
  const visit = (target: string) => {
    if (reached.has(target)) return
    reached.add(target)
    for (const each of needed.get(target) ?? []) visit(each)
  }
  called.forEach(visit)
  return firstOf(files, ({ path, text }) => {
    const tidying = [...text.matchAll(recipe)].filter(([, , , commands = '']) => /\bmod tidy\b/.test(commands))
    const target = tidying.map(([, name = '']) => name).find((name) => reached.has(name))
    if (target !== undefined) return `${path}:1 has the target ${target}, which CI runs`
    const recipes = [...text.matchAll(recipe)].filter(([, name = '']) => reached.has(name)).map(([whole]) => whole)
    const script = scriptsIn(recipes.join(''), directoryOf(path)).find((each) =>
      /^[^#\n]*\bgo mod tidy\b/m.test(repository.text(each) ?? ''),
    )
    return script && `${script}:1 tidies, and CI runs it through ${path}:1`
  })
}

/** A target of make: its name, what it needs before, and what it runs. */
const recipe = /^([\w.-]+):(?!=)([^\n]*)\n((?:\t[^\n]*\n)*)/gm

/** The scripts of a shell that a recipe starts by their path. */
function scriptsIn(recipes: string, directory: string): string[] {
  return [...recipes.matchAll(/(?<![\w/])(?:\.\/)?([\w-][\w./-]*\.(?:sh|bash))\b/g)].map(([, name = '']) =>
    resolvePath(directory, name),
  )
}

/** The targets of make that a text names. */
function targetsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bmake|\$[({]MAKE[)}])((?: +[\w.-]+(?:=\S*)?)+)/g)].flatMap(([, names = '']) =>
    names.trim().split(/ +/),
  )
}
