import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { type Admitted, perform } from './perform.ts'

const { services, system } = await testPortal()

/** A request as the routes admit it, with no more of it than is needed here. */
const admitted = (name: string, definition: unknown) =>
  ({
    name,
    definition,
    context: { services, system, caller: { ip: '127.0.0.1', requestId: 'r' } },
    input: {},
    request: { headers: {} },
    // A test's stand-in: whoever reads another field of it finds nothing.
  }) as unknown as Admitted

test.each([
  ['setCompanyInfo', contract.setCompanyInfo, "setCompanyInfo left no entry in the company's activity"],
  ['freezeCompany', operations.freezeCompany, 'freezeCompany left no entry in the audit log'],
])('%s that succeeds without a log entry is an internal error', async (name, definition, message) => {
  await expect(perform(admitted(name, definition), async () => ({}))).rejects.toThrow(message)
})

test('no entry is required when nothing changed or the call declares none', async () => {
  const quiet = async () => {
    nothingChanged()
    return { done: 1 }
  }
  expect(await perform(admitted('setCompanyInfo', contract.setCompanyInfo), quiet)).toEqual({ done: 1 })
  expect(await perform(admitted('readNotices', contract.readNotices), async () => ({}))).toEqual({})
})
