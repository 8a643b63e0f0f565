import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type HealthGround, judge } from '#server/engines/health/health-check.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { storageChecks } from './storage-checks.ts'

test('a storage that takes no files is bad, with the reason', async () => {
  const measure = async (probe: () => Promise<void>) => {
    // The check uses only the storage.
    const ground = { storage: { probe } } as unknown as HealthGround
    return Promise.all(
      storageChecks
        .filter(({ name }) => name === 'storage_failed')
        .map(async check => (await check.measure(ground)).map(each => ({ ...each, state: judge(check, each.value) }))),
    )
  }
  expect(await measure(async () => {})).toEqual([[{ value: 0, state: 'good' }]])
  const refused = async () => Promise.reject(new Error('InvalidAccessKeyId'))
  expect(await measure(refused)).toEqual([[{ value: 1, detail: 'InvalidAccessKeyId', state: 'bad' }]])
})

test('uploaded files that the storage lacks are reported, however many there are and whichever are sampled', async () => {
  const { system } = await testDatabase()
  const make = makeOn(system)
  for (let count = 0; count < 30; count += 1) await make.storedFile()
  const check = storageChecks.find(({ name }) => name === 'storage_missing')
  const requested: string[] = []
  const look = async (size: number | undefined) => {
    const get = async (key: string) => {
      requested.push(key)
      return size === undefined ? undefined : { size, stream: Readable.from([]) }
    }
    // The check uses the rows and the storage alone.
    return check?.measure({ database: system, storage: { get } } as unknown as HealthGround)
  }
  expect(await look(1024)).toEqual([{ value: 0, detail: '' }])
  expect(requested.length).toBeLessThanOrEqual(20)
  const gone = (await look(undefined)) ?? []
  expect(gone[0]?.value).toBeGreaterThanOrEqual(10)
  expect(gone[0]?.detail).toMatch(/^test\//)
  // A file of another size was cut.
  expect((await look(7))?.[0]?.value).toBeGreaterThanOrEqual(10)
})
