import { bySize } from '../applications/application.ts'
import type { Language } from '../applications/languages.ts'
import { setByOthers } from '../evidence/variables.ts'
import { at } from '../repository/json-path.ts'
import type { Draft, FixContext } from './fix.ts'

/** An image that was made for such containers. */
function made(name: string): string {
  return `mcr.microsoft.com/devcontainers/${name}`
}

const images: Readonly<Partial<Record<Language, string>>> = {
  typescript: made('typescript-node:24'),
  javascript: made('javascript-node:24'),
  python: made('python:3.13'),
  go: made('go:1.25'),
  rust: made('rust:1'),
  java: made('java:21'),
  kotlin: made('java:21'),
  scala: made('java:21'),
  csharp: made('dotnet:9.0'),
  ruby: made('ruby:3.4'),
  php: made('php:8.4'),
  cpp: made('cpp:debian'),
  swift: 'swift:6.1',
  elixir: 'elixir:1.18',
}

/** A container with the language of most applications, and the command line of the host. */
export function devcontainer({ applications }: FixContext): string {
  const known = bySize(applications).map(({ language }) => images[language])
  const image = known.find((each) => each !== undefined) ?? made('base:debian')
  const content = {
    image,
    features: { 'ghcr.io/devcontainers/features/github-cli:1': {} },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Settings of a formatter that need nothing to be installed beside the usual tools of the language. */
const formatters: Readonly<Partial<Record<Language, Draft>>> = {
  typescript: { path: '.prettierrc', text: '{}\n' },
  javascript: { path: '.prettierrc', text: '{}\n' },
  python: { path: 'ruff.toml', text: 'line-length = 100\n\n[format]\nquote-style = "preserve"\n' },
  elixir: {
    path: '.formatter.exs',
    text: '[\n  inputs: ["{mix,.formatter}.exs", "{config,lib,test}/**/*.{ex,exs}"]\n]\n',
  },
  swift: { path: '.swift-format', text: '{\n  "version": 1\n}\n' },
  cpp: { path: '.clang-format', text: 'BasedOnStyle: LLVM\n' },
  csharp: {
    path: '.editorconfig',
    text: 'root = true\n\n[*]\ncharset = utf-8\nend_of_line = lf\ninsert_final_newline = true\ntrim_trailing_whitespace = true\n\n[*.cs]\ncsharp_new_line_before_open_brace = all\n',
  },
}

export function formatterFiles(context: FixContext): readonly Draft[] | undefined {
  const { applications, repository } = context
  const all = { ...formatters, rust: rustSettings(context) }
  const drafts = [...new Set(applications.flatMap(({ language }) => all[language] ?? []))]
  const missing = drafts.filter(({ path }) => !repository.has(path))
  return missing.length === 0 ? undefined : [...new Map(missing.map((each) => [each.path, each])).values()]
}

/** The edition that the first manifest names; without one, it is the oldest. */
function rustSettings({ applications, repository }: FixContext): Draft {
  const edition = ['Cargo.toml', ...applications.flatMap(({ manifests }) => manifests)]
    .filter((path) => path.endsWith('Cargo.toml'))
    .map((path) => repository.data(path).value)
    .flatMap((data) => [at(data, 'package', 'edition'), at(data, 'workspace', 'package', 'edition')])
    .find((each) => /^20\d\d$/.test(String(each)))
  return { path: 'rustfmt.toml', text: `edition = "${edition ?? '2015'}"\n` }
}

const variable =
  /\bprocess\.env(?:\.|\[["'])([A-Z][A-Z0-9_]+)|\bimport\.meta\.env\.(?!(?:DEV|PROD|MODE|SSR|BASE_URL)\b)([A-Z][A-Z0-9_]+)|\bos\.(?:environ(?:\.get\(|\[)|getenv\()["']([A-Z][A-Z0-9_]+)|\bos\.(?:Getenv|LookupEnv)\("([A-Z][A-Z0-9_]+)|\benv::var\("([A-Z][A-Z0-9_]+)|\bSystem\.getenv\("([A-Z][A-Z0-9_]+)|\bGetEnvironmentVariable\("([A-Z][A-Z0-9_]+)|\bENV(?:\[|\.fetch\()["']([A-Z][A-Z0-9_]+)|\b(?:get)?env\(["']([A-Z][A-Z0-9_]+)/g

const takenApart = /\{([^{}]{1,2000})\}\s*=\s*(?:process|import\.meta)\.env\b/g

const mostSources = 5000
const isSetByOthers = new RegExp(`^(${setByOthers})$`)

/** The variables that the source reads, without values. */
export function environmentTemplate({ applications, repository }: FixContext): string | undefined {
  const deployed = applications.filter(({ kind }) => kind === 'service' || kind === 'frontend')
  const found = new Set<string>()
  for (const path of deployed.flatMap(({ sources }) => sources).slice(0, mostSources)) {
    const text = repository.text(path) ?? ''
    const names = [
      ...[...text.matchAll(variable)].flatMap(([, ...groups]) => groups.filter((each) => each !== undefined)),
      // Several at once: `const { API_URL, PORT: port } = process.env`.
      ...[...text.matchAll(takenApart)]
        .flatMap(([, list = '']) => list.split(','))
        .flatMap((each) => /^\s*([A-Z][A-Z0-9_]+)/.exec(each)?.[1] ?? []),
    ]
    for (const name of names) if (!isSetByOthers.test(name)) found.add(name)
  }
  if (found.size === 0) return undefined
  return `${['# Copy it to .env, which is not tracked, and fill it in.', ...[...found].sort().map((name) => `${name}=`)].join('\n')}\n`
}
