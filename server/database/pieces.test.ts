import { expect, test } from 'vitest'
import { rarestPieces } from './pieces.ts'

test('a short keyword is asked for whole, of a longer one the rarest runs of three', () => {
  expect(rarestPieces('张伟', '')).toEqual(['张伟'])
  expect(rarestPieces('𠮷野家', '')).toEqual(['𠮷野家'])
  expect(rarestPieces('LF000123', 'lf000999 lf000001 lf000124')).toEqual(['123', '012', '001'])
  expect(rarestPieces('aaaaa', '')).toEqual(['aaa'])
})
