import type { Language } from '../applications/languages.ts'
import { setByOthers } from '../evidence/variables.ts'
import type { Draft, FixContext } from './fix.ts'

const images: Readonly<Partial<Record<Language, string>>> = {
  typescript: 'typescript-node:24',
  javascript: 'javascript-node:24',
  python: 'python:3.13',
  go: 'go:1.25',
  rust: 'rust:1',
  java: 'java:21',
  kotlin: 'java:21',
  csharp: 'dotnet:9.0',
  ruby: 'ruby:3.4',
  php: 'php:8.4',
  cpp: 'cpp:debian',
}

/** A container with the language of most applications, and the command line of the host. */
export function devcontainer({ applications }: FixContext): string {
  const bySize = [...applications].sort((a, b) => b.sources.length - a.sources.length)
  const image = bySize.map(({ language }) => images[language]).find((each) => each !== undefined) ?? 'base:debian'
  const content = {
    image: `mcr.microsoft.com/devcontainers/${image}`,
    features: { 'ghcr.io/devcontainers/features/github-cli:1': {} },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Settings of a formatter that need nothing to be installed beside the usual tools of the language. */
const formatters: Readonly<Partial<Record<Language, Draft>>> = {
  typescript: { path: '.prettierrc', text: '{}\n' },
  javascript: { path: '.prettierrc', text: '{}\n' },
  python: { path: 'ruff.toml', text: 'line-length = 100\n\n[format]\nquote-style = "preserve"\n' },
  rust: { path: 'rustfmt.toml', text: 'edition = "2021"\n' },
  cpp: { path: '.clang-format', text: 'BasedOnStyle: LLVM\n' },
  csharp: {
    path: '.editorconfig',
    text: 'root = true\n\n[*]\ncharset = utf-8\nend_of_line = lf\ninsert_final_newline = true\ntrim_trailing_whitespace = true\n\n[*.cs]\ncsharp_new_line_before_open_brace = all\n',
  },
}

export function formatterFiles({ applications, repository }: FixContext): readonly Draft[] | undefined {
  const drafts = [...new Set(applications.flatMap(({ language }) => formatters[language] ?? []))]
  const missing = drafts.filter(({ path }) => !repository.has(path))
  return missing.length === 0 ? undefined : [...new Map(missing.map((each) => [each.path, each])).values()]
}

const variable =
  /\bprocess\.env\.([A-Z][A-Z0-9_]+)|\bimport\.meta\.env\.(?!(?:DEV|PROD|MODE|SSR|BASE_URL)\b)([A-Z][A-Z0-9_]+)|\bos\.(?:environ(?:\.get\(|\[)|getenv\()["']([A-Z][A-Z0-9_]+)|\bos\.(?:Getenv|LookupEnv)\("([A-Z][A-Z0-9_]+)|\benv::var\("([A-Z][A-Z0-9_]+)|\bSystem\.getenv\("([A-Z][A-Z0-9_]+)|\bGetEnvironmentVariable\("([A-Z][A-Z0-9_]+)|\bENV(?:\[|\.fetch\()["']([A-Z][A-Z0-9_]+)|\b(?:get)?env\(["']([A-Z][A-Z0-9_]+)/g

const mostSources = 5000
const isSetByOthers = new RegExp(`^(${setByOthers})$`)

/** The variables that the source reads, without values. */
export function environmentTemplate({ applications, repository }: FixContext): string | undefined {
  const deployed = applications.filter(({ kind }) => kind === 'service' || kind === 'frontend')
  const found = new Set<string>()
  for (const path of deployed.flatMap(({ sources }) => sources).slice(0, mostSources)) {
    for (const [, ...names] of (repository.text(path) ?? '').matchAll(variable)) {
      const name = names.find((each) => each !== undefined)
      if (name !== undefined && !isSetByOthers.test(name)) found.add(name)
    }
  }
  if (found.size === 0) return undefined
  return `${['# Copy it to .env, which is not tracked, and fill it in.', ...[...found].sort().map((name) => `${name}=`)].join('\n')}\n`
}
