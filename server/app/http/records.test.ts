import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { accountRecords } from '#server/testing/records/accounts.ts'
import { catalogueRecords } from '#server/testing/records/catalogue.ts'
import { channelRecords } from '#server/testing/records/channels.ts'
import { companyRecords } from '#server/testing/records/companies.ts'
import { contentRecords } from '#server/testing/records/content.ts'
import { couponRecords } from '#server/testing/records/coupons.ts'
import { devicesRecords } from '#server/testing/records/devices.ts'
import { lineRecords } from '#server/testing/records/lines.ts'
import { moneyRecords } from '#server/testing/records/money.ts'
import { networkRecords } from '#server/testing/records/network.ts'
import { openInterfacesRecords } from '#server/testing/records/open-interfaces.ts'
import { operatorRecords } from '#server/testing/records/operators.ts'
import { peopleRecords } from '#server/testing/records/people.ts'
import { signInRecords } from '#server/testing/records/sign-in.ts'
import { ticketRecords } from '#server/testing/records/tickets.ts'
import { notWritten, type WrittenRecord } from '#server/testing/records/written-record.ts'

/** Writes every field of a call through the call and reads it back: an input that is accepted but not stored fails. */
const portal = await testPortal()
const written: Record<string, WrittenRecord> = {
  ...(await peopleRecords(portal)),
  ...(await lineRecords(portal)),
  ...(await signInRecords(portal)),
  ...(await networkRecords(portal)),
  ...(await devicesRecords(portal)),
  ...(await contentRecords(portal)),
  ...(await catalogueRecords(portal)),
  ...(await couponRecords(portal)),
  ...(await channelRecords(portal)),
  ...accountRecords(portal),
  ...(await companyRecords(portal)),
  ...(await operatorRecords(portal)),
  ...(await moneyRecords(portal)),
  ...(await openInterfacesRecords(portal)),
  ...(await ticketRecords(portal)),
}

/** Returns a valid value of the field that no record has by default. */
function sampleOf(field: z.core.$ZodType): unknown {
  const schema = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const { type, minimum = 0, maximum = 7 } = schema.anyOf?.find(variant => variant.type !== 'null') ?? schema
  if (type === 'integer') return Math.min(Number(minimum) + 7, Number(maximum))
  if (type === 'string') return `样本${randomUUID().slice(0, 8)}`
  throw new Error(`give a value for ${JSON.stringify(schema)} in \`values\``)
}

const cases = Object.entries(written).flatMap(([name, { writings }]) =>
  writings.flatMap(writing => Object.keys(writing.fields).map(field => ({ name, call: writing.call, field, writing }))),
)

test.each(cases)('$name: $call stores $field', async ({ name, field, writing }) => {
  const { read, values } = written[name] ?? notWritten(name)
  const value = (await values[field]?.()) ?? sampleOf(writing.fields[field] ?? notWritten(field))
  const stored = await read(await writing.write({ [field]: value }))
  expect(stored).toMatchObject({ [field]: value })
})

describe.each(Object.entries(written))('%s', (_, { record, writings }) => {
  const taken = new Set(writings.flatMap(({ fields }) => Object.keys(fields)))

  test('calls accept only fields of the record', () => {
    expect(Object.keys(record.schema.shape)).toEqual(expect.arrayContaining([...taken]))
  })

  test('every writable field of the record is accepted by some call', () => {
    const writable = Object.keys(record.fields).filter(name => isWritable(record.fields[name] ?? {}))
    expect([...taken]).toEqual(expect.arrayContaining(writable))
  })
})

const isWritable = (field: object) => Object.keys(field).length > 1

test('every writable record is covered by these tests', async () => {
  const folder = new URL('../../../contract/records/', import.meta.url)
  const records = Object.values(written).map(({ record }): unknown => record)
  for (const file of readdirSync(folder)) {
    const found: Record<string, Partial<WrittenRecord['record']>> = await import(new URL(file, folder).href)
    for (const [name, { fields }] of Object.entries(found))
      if (fields && Object.values(fields).some(isWritable)) expect(records, name).toContain(found[name])
  }
})
