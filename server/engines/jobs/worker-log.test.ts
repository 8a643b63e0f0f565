import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { worksOn } from './works-on.fixture.ts'

const work = worksOn(await testDatabase())

test('a worker that starts without trouble logs no warning', async () => {
  const lines: string[] = []
  await work(undefined, { log: pino({ level: 'warn' }, { write: line => void lines.push(line) }) })
  expect(lines).toEqual([])
})
