import { expect, it } from 'vitest'
import { changesOfPatch } from './patch.ts'

it('finds what a patch adds and changes, with its lines, and nothing in the text of a file', () => {
  const patch = `*** Begin Patch
*** Add File: a/new.ts
+*** Add File: not/this.go
*** Update File: /x/old.Py
*** Move to: /x/moved.py
@@
-a
+b
*** Delete File: gone.rb
*** End Patch`
  expect(changesOfPatch(patch)).toEqual([
    { operation: 'create', path: 'a/new.ts', linesAdded: 1, linesRemoved: 0 },
    { operation: 'edit', path: '/x/old.Py', linesAdded: 1, linesRemoved: 1 },
  ])
})
