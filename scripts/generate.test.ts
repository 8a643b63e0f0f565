import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { calls } from '../web/data/calls.generated.ts'
import { generate } from './generate.ts'

test('the call table is up to date with the contract', async () => {
  expect(await generate({ check: true })).toEqual([])
  expect(Object.keys(calls)).toEqual(Object.keys(contract))
})
