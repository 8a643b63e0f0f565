import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import type { Database } from './database.ts'
import { connect } from './pool.ts'
import { shareTransaction } from './shared-transaction.ts'
import { beforeCommit, queueStatement } from './transaction.ts'

const { system, url, pools } = await testDatabase()
await runStatement(url, 'create table sample (id int primary key)')
beforeEach(async () => {
  await system.change`delete from sample`
})

const add = (database: Database, id: number) => database.change`insert into sample values (${id})`
const ids = async () =>
  (await system.rows(z.object({ id: z.number() }))`select id from sample order by id`).map(row => row.id)
const stop = new Error('stop')

test('commits, and rolls back when the work throws', async () => {
  expect(
    await system.transaction(async one => {
      await add(one, 1)
      expect(await ids()).toEqual([])
      return 'done'
    }),
  ).toBe('done')
  await expect(
    system.transaction(async one => {
      await add(one, 2)
      throw stop
    }),
  ).rejects.toBe(stop)
  expect(await ids()).toEqual([1])
})

test('a nested transaction rolls back its own part only', async () => {
  await system.transaction(async outer => {
    await add(outer, 1)
    await outer.transaction(async inner => {
      await add(inner, 2)
      await inner.transaction(innermost => add(innermost, 3))
    })
    await expect(
      outer.transaction(async inner => {
        await add(inner, 4)
        await add(inner, 1)
      }),
    ).rejects.toMatchObject({ code: '23505' })
    await add(outer, 5)
  })
  expect(await ids()).toEqual([1, 2, 3, 5])
})

test('work deferred to the commit runs last, without what a savepoint rolled back', async () => {
  const order: number[] = []
  const leave = (transaction: Database, id: number) =>
    beforeCommit(transaction, async last => {
      order.push(id)
      await add(last, id)
    })
  await system.transaction(async outer => {
    leave(outer, 1)
    await outer.transaction(async inner => leave(inner, 2))
    await expect(
      outer.transaction(async inner => {
        leave(inner, 3)
        throw stop
      }),
    ).rejects.toBe(stop)
    order.push(0)
  })
  expect(order).toEqual([0, 1, 2])
  expect(await ids()).toEqual([1, 2])
  await expect(
    system.transaction(async one => {
      await add(one, 4)
      leave(one, 1)
    }),
  ).rejects.toMatchObject({ code: '23505' })
  expect(await ids()).toEqual([1, 2])
  expect(() => leave(system, 5)).toThrow()
})

test('handles sharing a transaction defer work to it, which runs as the system role', async () => {
  const done: string[] = []
  const leave = (handle: Database, name: string) =>
    beforeCommit(handle, async last => {
      const row = await last.row(z.object({ role: z.string() }))`select current_setting('role') as role`
      done.push(`${name} ${row?.role}`)
    })
  await system.transaction(async transaction => {
    const shared = shareTransaction(transaction)
    const company = shared.company('018f0000-0000-7000-8000-000000000001')
    await company.transaction(async inner => leave(inner, 'company'))
    await expect(
      shared.system.transaction(async inner => {
        leave(inner, 'undone')
        throw stop
      }),
    ).rejects.toBe(stop)
    leave(shared.system, 'system')
    await company.change`select 1`
  })
  expect(done).toEqual(['company none', 'system none'])
})

test('statements of a Promise.all go one after the other, and none survives the rollback', async () => {
  await system.transaction(one => Promise.all([1, 2, 3].map(id => add(one, id))))
  expect(await ids()).toEqual([1, 2, 3])
  await expect(system.transaction(one => Promise.all([1, 4, 5, 6].map(id => add(one, id))))).rejects.toMatchObject({
    code: '23505',
  })
  expect(await ids()).toEqual([1, 2, 3])
})

test('concurrent nested transactions are refused instead of mixed', async () => {
  await expect(
    system.transaction(one =>
      Promise.all([one.transaction(inner => add(inner, 1)), one.transaction(inner => add(inner, 2))]),
    ),
  ).rejects.toThrow('不能同时进行')
  expect(await ids()).toEqual([])
})

test('ignoring a failed statement makes the transaction throw instead of rolling back silently', async () => {
  await add(system, 1)
  await expect(
    system.transaction(async one => {
      await add(one, 2)
      await add(one, 1).catch(() => {})
    }),
  ).rejects.toThrow('整体回滚')
  expect(await ids()).toEqual([1])
})

test('a handle is unusable after its transaction', async () => {
  let kept = system
  await system.transaction(async one => {
    await one.transaction(async inner => {
      kept = inner
    })
    await expect(kept.change`select 1`).rejects.toThrow('已经结束')
    kept = one
  })
  await expect(kept.change`select 1`).rejects.toThrow('已经结束')
  await expect(kept.transaction(async () => {})).rejects.toThrow('已经结束')
})

test('connections always return to the pool', async () => {
  for (let time = 0; time < 20; time += 1)
    await system.transaction(one => one.change`select 1 / ${time % 2}::int`).catch(() => {})
  const { total, idle } = pools.statistics().system
  expect(idle).toBe(total)
})

test('a failing statement sent ahead fails all that follow, and is the reported error', async () => {
  await expect(
    system.transaction(async one => {
      await add(one, 1)
      await queueStatement(one, sql`select 1 / 0`)
      await add(one, 2)
    }),
  ).rejects.toMatchObject({ code: '22012' })
  // A queued statement also fails the transaction if only the commit follows, or the end of a savepoint.
  await expect(
    system.transaction(async one => {
      await add(one, 3)
      await queueStatement(one, sql`select 1 / 0`)
    }),
  ).rejects.toMatchObject({ code: '22012' })
  await system.transaction(async one => {
    await expect(one.transaction(inner => queueStatement(inner, sql`select 1 / 0`))).rejects.toMatchObject({
      code: '22012',
    })
    await add(one, 4)
  })
  expect(await ids()).toEqual([4])
})

test('a setting sent ahead applies to the next statement, and to no other transaction', async () => {
  const sample = z.object({ is: z.string().nullable() })
  const setting = () => system.row(sample)`select current_setting('portal.sample', true) as is`
  await system.transaction(async one => {
    await queueStatement(one, sql`select set_config('portal.sample', 'on', true)`)
    expect(await one.row(sample)`select current_setting('portal.sample') as is`).toEqual({ is: 'on' })
  })
  expect(await setting()).not.toEqual({ is: 'on' })
})

test('a statement that is never sent leaves the begin and a savepoint to the next', async () => {
  await expect(
    system.transaction(async one => {
      const never: Promise<unknown>[] = []
      await one
        .transaction(async inner => {
          never.push(add(inner, 1).catch(() => {}))
          throw stop
        })
        .catch(() => {})
      await Promise.all(never)
      await add(one, 2)
      throw stop
    }),
  ).rejects.toBe(stop)
  expect(await ids()).toEqual([])
})

test('a value that cannot be serialized keeps the statements sent with it from being sent', async () => {
  const circular: Record<string, unknown> = {}
  circular.itself = circular
  await expect(
    system.transaction(async one => {
      await add(one, 1)
      await queueStatement(one, sql`select ${circular}::jsonb`)
    }),
  ).rejects.toThrow('circular')
  await expect(
    system.transaction(async one => {
      await queueStatement(one, sql`insert into sample values (2)`)
      await one.change`select ${circular}::jsonb`
    }),
  ).rejects.toThrow('circular')
  expect(await ids()).toEqual([])
  const { total, idle } = pools.statistics().system
  expect(idle).toBe(total)
})

test('statements refused in a pipeline are prepared again one by one', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  const both = (id: number) =>
    narrow.system.transaction(async one => {
      await queueStatement(one, sql`insert into sample values (${id} / ${id - 1}::int)`)
      await queueStatement(one, sql`insert into sample values (${id} + 100)`)
      await one.change`insert into sample values (${id} + 200)`
    })
  await expect(both(1)).rejects.toMatchObject({ code: '22012' })
  await both(2)
  await expect(both(1)).rejects.toMatchObject({ code: '22012' })
  expect(await ids()).toEqual([2, 102, 202])
  await narrow.end()
})

test('a statement that always has a row answers it, and is named where it has none', async () => {
  const id = z.object({ id: z.int() })
  expect(await system.one(id)`insert into sample values (7) returning id`).toEqual({ id: 7 })
  await expect(system.one(id)`select id from sample where id = ${8}`).rejects.toThrow(
    'a statement answered no row: select id from sample where id = $1',
  )
  await system.transaction(async transaction => {
    const { system: shared } = shareTransaction(transaction)
    await expect(shared.one(id)`select id from sample where id = 9`).rejects.toThrow('no row')
  })
})
