import { randomUUID } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { companyTables } from '#server/testing/one-of-each.ts'
import { testPortal } from '#server/testing/portal.ts'
import { sampleInput } from '#server/testing/samples.ts'
import { belongingsOf, fillEveryTable } from './belongings.fixture.ts'
import { countNothing } from './walk-answers.fixture.ts'
import { keyed } from './walk-inputs.fixture.ts'

const portal = await testPortal()
const { make, system } = portal

/** Creates a company with a row of every kind. */
async function filledCompany(name: string) {
  const company = await make.company({ managers: 1, employees: 2, name })
  const [first] = company.employees
  await make.department(company.id, { name })
  await make.device({ companyId: company.id, employeeId: first?.id ?? '', name })
  await creditService(system, { companyId: company.id, days: 900, kind: 'gift', note: name })
  for (const state of ['pending', 'fulfilled'] as const) await make.order(company, { state, subject: name })
  const line = await make.line(company, { name, bound: true })
  await make.lineGroup(company.id, { name, lines: [line.id], employees: [first?.id ?? ''] })
  await make.coupon(company.id, { name })
  await make.invoice(company, { title: name })
  await make.storedFile({ accountId: company.owner.account.id, fileName: `${name}.png` })
  await make.session(company.owner.account)
  await system.change`
    insert into notice (account_id, kind, subject, title, text)
    values (${company.owner.account.id}, 'device_waiting', 'device:1', ${name}, ${name})`
  await fillEveryTable(system, company.id, [], name)
  return company
}

await make.operator('support')
const a = await filledCompany('甲公司')
const b = await filledCompany('乙公司')
await countNothing(system)

const kept = await system.rows(z.object({ name: z.string() }))`
  select relname::text as name from pg_class
  join pg_attribute on attrelid = pg_class.oid and attname = 'id' and atttypid = 'uuid'::regtype
  where relname = any(${(await companyTables(system)).filter(table => !table.endsWith('_count'))})`
/** The tables whose rows a company or its owner has, by the column that says so. */
const columns = {
  ...Object.fromEntries(kept.map(({ name }) => [name, 'company_id'])),
  ...{ company: 'id', notice: 'account_id', session: 'account_id', stored_file: 'account_id' },
}
const tables = Object.keys(columns)

/** Returns an id of each kind of record that a company has, by its table. */
async function idsByTable({ id, owner }: typeof a): Promise<Record<string, string>> {
  const found = await system.rows(z.object({ table: z.string(), id: z.string() }))`${join(
    Object.entries(columns).map(([table, column]) => {
      const whose = column === 'account_id' ? owner.account.id : id
      return sql`(select ${table} as table, id from ${raw(table)} where ${raw(column)} = ${whose} order by id desc limit 1)`
    }),
    ' union all ',
  )}`
  return Object.fromEntries(found.map(row => [row.table, row.id]))
}

/** Fields whose names are not those of their tables. */
const tableOf: Record<string, string> = { svp: 'line', dept: 'department', successor: 'employee', file: 'stored_file' }

/** Returns the tables whose ids a field takes; none if they belong to no company. */
function tablesOf(field: string): string[] {
  const kind = field.replace(/^(?:add|remove|refund|licence|parent)_(?=\w+_id)/, '').replace(/_ids?$/, '')
  const name = field === 'parent_id' ? 'department' : (tableOf[kind] ?? kind)
  return tables.filter(table => table === name || table.endsWith(`_${name}`))
}

interface Position {
  mark: string
  field: string
}
const marks = Array.from({ length: 12 }, (_, at) => `00000000-0000-4000-8000-0000000000${10 + at}`)

function positionsIn(value: unknown, field = ''): Position[] {
  if (typeof value === 'string') return marks.includes(value) ? [{ mark: value, field }] : []
  if (Array.isArray(value)) return value.flatMap(each => positionsIn(each, field))
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => positionsIn(each, name))
}

/** Some calls run without an answer, or end the session. */
const left = ['signOut', 'refreshSession', 'deleteAccount', 'changePassword', 'endOtherSessions']

// Guard: every handler looks for a row with its company, and refuses what it doesn't find in one way.
test('in each place of an input an id of another company is answered as one that nobody has', async () => {
  const foreign = await idsByTable(a)
  const sid = await make.session(b.owner.account)
  const before = await belongingsOf(system, a.id, [a.owner, ...a.managers, ...a.employees])
  const compared = new Set<string>()
  for (const [name, call] of Object.entries(contract as Record<string, Call>)) {
    // The ids of an export filter its list, as those of the list do.
    const isLeft = call.multipart || call.access === 'public' || call.effect === 'export' || left.includes(name)
    if (isLeft) continue
    const own = await idsByTable(b)
    const sample = sampleInput(call, marks)
    const optional = Object.keys(sample).filter(
      field => call.input.safeParse({ ...sample, [field]: undefined }).success,
    )
    for (const { mark, field } of positionsIn(sample)) {
      const kinds = tablesOf(field)
      const others = optional.filter(other => !JSON.stringify(sample[other]).includes(mark))
      /** The input with own ids but at this place, also without the fields that may be refused before. */
      const inputWith = (id: string, dropped: string[], isAlone: boolean) => {
        const kept = Object.fromEntries(Object.entries(sample).filter(([other]) => !dropped.includes(other)))
        const filled = positionsIn(kept).reduce((text, position) => {
          const [table = ''] = tablesOf(position.field)
          const ownId = own[table] ?? randomUUID()
          if (position.mark !== mark) return text.replaceAll(position.mark, ownId)
          return text.replaceAll(mark, isAlone ? id : `${ownId}","${id}`)
        }, JSON.stringify(kept))
        return keyed(JSON.parse(filled) as Record<string, unknown>)
      }
      for (const kind of kinds)
        for (const dropped of others.length ? [[], others] : [[]])
          for (const isAlone of field.endsWith('s') ? [true, false] : [true]) {
            const answered = async (id: string) => {
              const { body } = await portal.post(call.path, { ...inputWith(id, dropped, isAlone), sid })
              expect(body, `${name} ${field}`).not.toContain('甲公司')
              const { code, msg, data } = JSON.parse(body) as { code: number; msg: string; data: unknown }
              return [code, msg, call.effect === 'read' && field !== 'after' ? data : code === 200]
            }
            // The first may change something for good.
            if (call.effect === 'change') await answered(randomUUID())
            const nobodys = await answered(randomUUID())
            const id = foreign[kind] ?? expect.unreachable(kind)
            expect(await answered(id), `${name} ${field} ${kind}`).toEqual(nobodys)
            compared.add(`${name} ${field}`)
          }
    }
  }
  expect(compared.size).toBeGreaterThan(100)
  const after = await belongingsOf(system, a.id, [a.owner, ...a.managers, ...a.employees])
  expect(after.split('\n')).toEqual(before.split('\n'))
}, 240_000)
