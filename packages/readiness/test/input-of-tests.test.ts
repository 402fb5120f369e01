import { describe, expect, it } from 'vitest'
import { findApplications } from '../src/applications/find-applications.ts'
import { type Files, repositoryOf } from './mini.ts'

/** A published crate, and another one in a folder. */
const beside = (folder: string, more = ''): Files => ({
  'mini/Cargo.toml': '[package]\nname = "mini"\ndescription = "Reads dates"\n',
  'mini/src/lib.rs': 'pub fn a() {}\n',
  [`${folder}/Cargo.toml`]: `[package]\nname = "other"\n${more}`,
  [`${folder}/src/lib.rs`]: 'pub fn b() {}\n',
})

const namesIn = (files: Files) => findApplications(repositoryOf({ files })).map(({ name }) => name)

describe('what tests read or start', () => {
  it.each([
    ...['test-crates', 'tests_project', 'testpackage', 'test-repos', 'test-cases/a', 'test-site'],
    ...['testdata.v2', 'testdata-large', 'mock-assembly', 'mock_server', 'mock-apps', 'acceptance'],
    ...['cli-fixtures', 'parser_fixtures/a', 'test-harness'],
    ...['mini/src/it/whole', 'test-export', 'tests_install'],
  ])('finds no application in %s', (folder) => {
    expect(namesIn(beside(folder))).toEqual(['mini'])
  })

  it.each(['crates', 'packages/a', 'site', 'latest-site', 'mock', 'server', 'accept'])('finds one in %s', (folder) => {
    expect(namesIn(beside(folder)).toSorted()).toEqual(['mini', folder].toSorted())
  })

  it.each(['test-harness', 'crates/test_harness'])('finds one in %s that a registry gets', (folder) => {
    expect(namesIn(beside(folder, 'description = "Helps to test"\n')).toSorted()).toEqual(['mini', folder].toSorted())
  })

  it('finds none in test-cases that a registry could get', () => {
    expect(namesIn(beside('test-cases', 'description = "Helps to test"\n'))).toEqual(['mini'])
  })
})
