import { readFileSync } from 'node:fs'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'

/** The licenses that can be written. Which one is a decision of people. */
export const licenseIds = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC'] as const

export type LicenseId = (typeof licenseIds)[number]

export interface ChosenLicense {
  readonly id: LicenseId
  /** The holder of the rights. */
  readonly holder: string
  readonly year: number
}

const noWarranty = `THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`

const texts: Readonly<Record<LicenseId, (copyright: string) => string>> = {
  MIT: (copyright) => `MIT License

${copyright}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

${noWarranty}`,
  ISC: (copyright) => `ISC License

${copyright}

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted, provided that the above
copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.
`,
  'BSD-3-Clause': (copyright) => `BSD 3-Clause License

${copyright}

Redistribution and use in source and binary forms, with or without
modification, are permitted provided that the following conditions are met:

1. Redistributions of source code must retain the above copyright notice, this
   list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice,
   this list of conditions and the following disclaimer in the documentation
   and/or other materials provided with the distribution.

3. Neither the name of the copyright holder nor the names of its
   contributors may be used to endorse or promote products derived from
   this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS"
AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
`,
  // The text is the same for everybody; the holder stands in files of the work.
  'Apache-2.0': () => readFileSync(new URL('licenses/Apache-2.0.txt', import.meta.url), 'utf8'),
}

export function licenseText({ id, holder, year }: ChosenLicense): string {
  return texts[id](`Copyright (c) ${year} ${holder}`)
}

/** The license that a manifest of the repository names already, if it is one that can be written. */
export function declaredLicense(repository: Repository): LicenseId | undefined {
  const named = manifestsOf(repository).flatMap((data) => [
    at(data, 'license'),
    at(data, 'project', 'license'),
    at(data, 'project', 'license', 'text'),
    at(data, 'package', 'license'),
  ])
  return licenseIds.find((id) => named.includes(id))
}

/** Who wrote it, as a manifest says. */
export function declaredAuthor(repository: Repository): string | undefined {
  const named = manifestsOf(repository).flatMap((data) => [
    at(data, 'author'),
    at(data, 'author', 'name'),
    ...[at(data, 'project', 'authors'), at(data, 'package', 'authors'), at(data, 'authors')].flatMap((authors) =>
      Array.isArray(authors) ? [authors[0], at(authors[0], 'name')] : [],
    ),
  ])
  const found = named.find((each) => typeof each === 'string' && each.trim() !== '')
  return typeof found === 'string' ? found.split(/[<(]/)[0]?.trim() || undefined : undefined
}

function manifestsOf(repository: Repository): unknown[] {
  return ['package.json', 'pyproject.toml', 'Cargo.toml', 'composer.json'].map((path) => repository.data(path).value)
}
