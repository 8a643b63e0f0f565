import { expect, test } from 'vitest'
import { withNewHashes } from './migration-hashes.ts'

test('the hashes of migrations on the main branch never change, new ones are added at the end', () => {
  const first = { name: '0002-b.sql', sha256: 'bb' }
  const list = withNewHashes('', [first])
  expect(list).toBe('bb  0002-b.sql\n')
  // A branch that was begun earlier adds a smaller number.
  const both = withNewHashes(list, [{ name: '0001-a.sql', sha256: 'aa' }, first])
  expect(both).toBe('bb  0002-b.sql\naa  0001-a.sql\n')
  expect(withNewHashes(both, [{ name: '0001-a.sql', sha256: 'aa' }, first])).toBe(both)
  expect(() => withNewHashes(list, [{ ...first, sha256: 'cc' }])).toThrow('0002-b.sql')
  expect(() => withNewHashes(list, [])).toThrow('0002-b.sql')
})

test('a migration that is only on this branch may still be changed, renamed or removed', () => {
  const ofMain = 'aa  0001-a.sql\n'
  const first = { name: '0001-a.sql', sha256: 'aa' }
  const list = withNewHashes(ofMain, [first, { name: '0002-b.sql', sha256: 'bb' }], ofMain)
  const changed = { name: '0003-b.sql', sha256: 'cc' }
  expect(withNewHashes(list, [first, changed], ofMain)).toBe('aa  0001-a.sql\ncc  0003-b.sql\n')
  expect(withNewHashes(list, [first], ofMain)).toBe(ofMain)
  expect(() => withNewHashes(list, [changed], ofMain)).toThrow('0001-a.sql')
})
