import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, repositoryOf } from './mini.ts'

const listening = 'use std::net::TcpListener;\nfn main() { TcpListener::bind(a); }\n'
const program = (page: string, more: Files = {}): Files => ({
  'Cargo.toml': '[package]\nname = "mini"\n',
  'src/main.rs': listening,
  'README.md': page,
  ...more,
})
const added = '# Mini\n\nWrite your routes with this library.\n\n```toml\n[dependencies]\nmini = "1"\n```\n'
const part = (name: string): Files => ({
  'Cargo.toml': `[workspace]\nmembers = ["${name}"]\n`,
  'README.md': added,
  [`${name}/Cargo.toml`]: `[package]\nname = "${name}"\n`,
  [`${name}/src/main.rs`]: listening,
})

describe('a program that opens a port', () => {
  it.each<[shown: string, kind: string, files: Files]>([
    ['as a library that is added to others', '. library', program(added)],
    ['as a library, with an image', '. service', program(added, { Dockerfile: 'FROM scratch\n' })],
    ['as a library, and started from an image', '. service', program(`${added}\n    docker run mini\n`)],
    ['with the word library alone', '. service', program('# Mini\n\nWrite your routes with this library.\n')],
    ['as an application made with a library', '. service', program(`${added}\n`.replace('your', 'the application’s'))],
    ['as part of a library', 'routes library', part('routes')],
    ['as part of a library that is called a server', 'mini-server service', part('mini-server')],
  ])('is shown %s: %s', (_, expected, files) => {
    expect(findApplications(repositoryOf({ files })).map(({ name, kind }) => `${name} ${kind}`)).toContain(expected)
  })
})
