import { expect, test } from 'vitest'
import { rarestPieces } from './pieces.ts'

test('a short keyword is searched whole, a longer one by its rarest trigrams', () => {
  expect(rarestPieces('张伟', '')).toEqual(['张伟'])
  expect(rarestPieces('𠮷野家', '')).toEqual(['𠮷野家'])
  expect(rarestPieces('LF000123', 'lf000999 lf000001 lf000124')).toEqual(['123', '012', '001'])
  expect(rarestPieces('aaaaa', '')).toEqual(['aaa'])
})

test('the rarest trigram is used alone if it occurs nowhere else in the sample', () => {
  const sample = ['DESKTOP-A1', 'desktop-a2', 'desktop-b1', 'desktop-a3', 'MacBook'].join('\n')
  expect(rarestPieces('desktop-a', sample)).toEqual(['p-a'])
  expect(rarestPieces('desktop-a', `${sample}\nlaptop-a`)).toHaveLength(3)
  expect(rarestPieces('desktop-b', sample)).toHaveLength(3)
})
