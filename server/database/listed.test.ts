import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import type { Database } from './database.ts'
import { limitTo, type Page } from './listed.ts'

const { system, url } = await testDatabase()
await runStatement(url, 'create table listed_sample (owner int, at int, primary key (owner, at))')
await runStatement(url, 'insert into listed_sample select n % 50, n from generate_series(1, 20000) n')
await runStatement(url, 'analyze listed_sample')

const plans = z.object({ once: z.int(), again: z.int() })

/** Returns how often a list was read by a plan made before, and how often it was planned for its own values. */
async function plansOf(one: Database, page: Page, filter: object) {
  for (let owner = 0; owner < 12; owner += 1)
    await one.change`select at from listed_sample where owner = ${owner} order by at desc ${limitTo(page, filter)}`
  const found = await one.row(plans)`
    select generic_plans as once, custom_plans as again from pg_prepared_statements
    where statement like 'select at from listed_sample%' order by prepare_time desc limit 1`
  return found
}

// PostgreSQL plans the first five for their values in any case.
test('the first page of a list without filters is planned once, others for their values', async () => {
  await system.transaction(async one => {
    const page = { limit: 20, offset: 0 }
    expect(await plansOf(one, page, { keyword: undefined })).toEqual({ once: 7, again: 5 })
    expect(await plansOf(one, page, { state: 'active' })).toEqual({ once: 0, again: 12 })
  })
})

test.each<[string, Page, object, string]>([
  ['a next page', { limit: 20, offset: 20 }, {}, 'limit ? offset ?'],
  ['an unusual size, of which there are many', { limit: 37, offset: 0 }, {}, 'limit ? offset ?'],
  ['a filter', { limit: 20, offset: 0 }, { online: false }, 'limit ? offset ?'],
  ['the first page', { limit: 100, offset: 0 }, {}, 'limit 100'],
])('%s: %o %o', (_, page, filter, expected) => {
  expect(limitTo(page, filter).sql).toBe(expected)
})
