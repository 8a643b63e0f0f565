import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { auditStates } from '#contract/device-names.ts'
import { word } from './word.ts'

test('a known word becomes part of the text, and any other is refused', () => {
  expect(sql`state = ${word(auditStates, 'pending')}`.text).toBe(`state = 'pending'`)
  for (const bad of ['', 'PENDING', `pending' or true --`, 'other']) expect(() => word(auditStates, bad)).toThrow()
  // Even a listed word is refused if it would end the literal.
  expect(() => word([`a' or 'a`], `a' or 'a`)).toThrow()
})

/** These files insert only texts of the program itself into a statement: columns, types, operators and tables. */
const ofOurs = [
  'app/backup/restore.ts',
  'app/backup/settle-restored.ts',
  'app/demo/shop.sql.ts',
  'app/keys/key-uses.ts',
  'app/keys/rotation.ts',
  'app/sweep.ts',
  'database/assigned.ts',
  'database/china-day.ts',
  'database/listed.ts',
  'database/named-rows.ts',
  'database/pieces.ts',
  'database/select-list.ts',
  'database/values.ts',
  'database/word.ts',
  'engines/counters/fold-counters.ts',
  'modules/accounts/session.ts',
  'modules/activity-log/activity-search.sql.ts',
  'modules/audit-log/targets-named.sql.ts',
  'modules/compliance/contents.sql.ts',
  'modules/connections/held-addresses.sql.ts',
  'modules/coupons/types.sql.ts',
  'modules/customers/lists.sql.ts',
  'modules/devices/list.sql.ts',
  'modules/figures/figures.sql.ts',
  'modules/orders/list.sql.ts',
  'modules/people/employees/list.sql.ts',
  'modules/personal-data/erasing-declared.ts',
]

test('raw SQL text is used in the listed files only, and quoted values only in word()', () => {
  const server = join(import.meta.dirname, '..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$|^testing\//.test(file))
    .map(file => ({ file, text: readFileSync(join(server, file), 'utf8') }))
    .filter(({ text }) => /\braw\(/.test(text) && /from 'sql-template-tag'/.test(text))
  expect(files.map(({ file }) => file).toSorted()).toEqual(ofOurs)
  const quoting = files.filter(({ text }) => /\braw\((?:[^`)]*`)[^`]*'\$\{/.test(text))
  expect(quoting.map(({ file }) => file)).toEqual(['database/word.ts'])
})
