import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { type HealthGround, judge } from './health-check.ts'
import { timeCheck } from './time-check.ts'

const { system } = await testDatabase()
const real = Date.now
afterEach(() => void vi.restoreAllMocks())

const stateAt = async (milliseconds: number) => {
  vi.spyOn(Date, 'now').mockImplementation(() => real() + milliseconds)
  // The check uses only the database.
  const [measured] = await timeCheck.measure({ database: system } as HealthGround)
  return [judge(timeCheck, measured?.value ?? Number.NaN), measured?.detail]
}

test('a clock that runs off while the portal runs is noticed, and in which direction', async () => {
  expect(await stateAt(0)).toEqual(['good', ''])
  expect(await stateAt(15_000)).toEqual(['warn', '数据库慢'])
  expect(await stateAt(-1_200_000)).toEqual(['bad', '数据库快'])
})
