import { expect, test } from 'vitest'
import { withNewHashes } from './migration-hashes.ts'

test('the hashes of committed migrations never change, new ones are added at the end', () => {
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
