import { inspect } from 'node:util'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import type { Database } from './database.ts'
import { companyDatabase } from './tenant.ts'
import { together } from './together.ts'

const { pools } = await testDatabase()
const { system } = pools
const number = z.object({ n: z.int() })
const numberOf = async (database: Database, n: number) => (await database.row(number)`select ${n}::integer as n`)?.n

async function tripsOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; trips: number }> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const result = await work()
    // Test files share a process, in which the portal of an earlier file may still query its own database.
    const own = sent.mock.calls.filter(call => / as n\b/.test(inspect(call, { depth: 6, showHidden: true })))
    return { result, trips: own.length }
  } finally {
    sent.mockRestore()
  }
}

test('concurrent queries take one round trip, and each gets its own answer', async () => {
  await numberOf(system, 0)
  const { result, trips } = await tripsOf(() =>
    together(system, database => [numberOf(database, 1), undefined, numberOf(database, 3), numberOf(database, 3)]),
  )
  expect(result).toEqual([1, undefined, 3, 3])
  expect(trips).toBe(1)
})

test('a query that depends on an answer takes another round trip', async () => {
  const twice = async (database: Database) => [await numberOf(database, 4), await numberOf(database, 5)]
  const { result, trips } = await tripsOf(() => together(system, database => [twice(database), numberOf(database, 6)]))
  expect(result).toEqual([[4, 5], 6])
  expect(trips).toBe(2)
})

test('combined queries of a company see its own rows only', async () => {
  const make = makeOn(system)
  const [one] = [await make.company(), await make.company()]
  const count = async (database: Database) =>
    (await database.row(number)`select count(*)::integer as n from employee`)?.n
  const company = companyDatabase(pools, one.id)
  expect(await together(company, database => [count(database), count(database)])).toEqual([1, 1])
})

test('a refused statement fails all combined ones, and the connection remains usable', async () => {
  const refused = (database: Database) => database.row(number)`select 1 / ${0}::integer as n`
  const answers = together(system, database => [numberOf(database, 1), refused(database), numberOf(database, 2)])
  await expect(answers).rejects.toThrow('division by zero')
  expect(await together(system, database => [numberOf(database, 7), numberOf(database, 8)])).toEqual([7, 8])
})

test('within a transaction, combined queries are statements of it', async () => {
  await system.transaction(async transaction => {
    expect(await together(transaction, database => [numberOf(database, 1), numberOf(database, 2)])).toEqual([1, 2])
  })
})
