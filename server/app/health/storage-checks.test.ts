import { expect, test } from 'vitest'
import { type HealthGround, judge } from '#server/engines/health/health-check.ts'
import { storageChecks } from './storage-checks.ts'

test('a storage that takes no files is bad, with the reason', async () => {
  const measure = async (probe: () => Promise<void>) => {
    // The check asks the storage alone.
    const ground = { storage: { probe } } as unknown as HealthGround
    return Promise.all(
      storageChecks.map(async check =>
        (await check.measure(ground)).map(each => ({ ...each, state: judge(check, each.value) })),
      ),
    )
  }
  expect(await measure(async () => {})).toEqual([[{ value: 0, state: 'good' }]])
  const refused = async () => Promise.reject(new Error('InvalidAccessKeyId'))
  expect(await measure(refused)).toEqual([[{ value: 1, detail: 'InvalidAccessKeyId', state: 'bad' }]])
})
