import { pino } from 'pino'
import { expect, test } from 'vitest'
import { forEachIsolated } from './for-each-isolated.ts'

const logged: string[] = []
const log = pino({}, { write: line => void logged.push(line) })

test('a failed item is logged, does not stop the others, and fails the job at the end', async () => {
  const alone = forEachIsolated({ log, stopping: new AbortController().signal }, '未能完成')
  const done: string[] = []
  const failed = await alone.run([{ company_id: 'a' }, { company_id: 'b' }, { company_id: 'c' }], async item => {
    if (item.company_id === 'b') throw new Error('broken')
    done.push(item.company_id)
  })
  expect([done, failed]).toEqual([['a', 'c'], [{ company_id: 'b' }]])
  expect(logged.map(line => JSON.parse(line))).toMatchObject([
    { msg: '未能完成', company_id: 'b', err: { message: 'broken' } },
  ])
  expect(() => alone.end()).toThrow('broken')
  await alone.run([{}], () => Promise.reject(new Error('another')))
  expect(() => alone.end()).toThrow(AggregateError)
})

test('a job that stops begins with no further one, and has not failed', async () => {
  const alone = forEachIsolated({ log, stopping: AbortSignal.abort() }, '未能完成')
  await alone.run([{}], () => Promise.reject(new Error('broken')))
  alone.end()
})
