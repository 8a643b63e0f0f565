import { type OperationInput, operations } from '#contract/operations/index.ts'
import { couponType } from '#contract/records/coupon-type.ts'
import { approvalsOn } from '../approvals.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

const base: OperationInput<'setCouponType'> = {
  name: '满减券',
  about: '',
  kind: 'amount',
  amount: 2000,
  percent: null,
  cap: null,
  threshold: 0,
  category_ids: null,
  for_purchase: true,
  for_renewal: true,
  total: null,
  per_company: 1,
  way: 'center',
  claim_starts_at: '2026-01-01T00:00:00.000Z',
  claim_ends_at: null,
  valid_from: null,
  valid_until: null,
  valid_days: 30,
  published: false,
  sort: 1,
}

/** Some fields can be written only together with others. */
const inputOf = (values: Values) => ({
  ...base,
  ...(('kind' in values || 'percent' in values || 'cap' in values) && { kind: 'percent', amount: null, percent: 10 }),
  ...(('valid_from' in values || 'valid_until' in values) && {
    valid_days: null,
    valid_until: '2040-01-01T00:00:00.000Z',
  }),
  ...values,
})

export async function couponRecords({
  make,
  operate,
  system,
}: Awaited<ReturnType<typeof testPortal>>): Promise<Record<string, WrittenRecord>> {
  const finance = await make.operator('finance')
  const category = await make.category()
  // A single operator writes them, whatever their sum.
  await approvalsOn({ operate, system }).setPolicy('coupon', null)

  async function set(values: Values) {
    // The values come from the contract's own schema.
    const answer = await operate('setCouponType', inputOf(values) as OperationInput<'setCouponType'>, finance)
    return answer.code === 200 ? answer.data.coupon_type_id : notWritten(answer)
  }
  const read = async (coupon_type_id: string) =>
    (await operate('getCouponTypeDetail', { coupon_type_id }, finance)).data
  const fields = without(operations.setCouponType.input.shape, 'coupon_type_id', 'revision')

  return {
    couponType: {
      record: couponType,
      read,
      values: {
        kind: () => 'percent',
        category_ids: () => [category.id],
        for_purchase: () => false,
        for_renewal: () => false,
        way: () => 'gift',
        claim_starts_at: () => '2026-02-03T04:05:06.000Z',
        claim_ends_at: () => '2036-02-03T04:05:06.000Z',
        valid_from: () => '2036-03-03T04:05:06.000Z',
        valid_until: () => '2036-04-03T04:05:06.000Z',
        published: () => true,
      },
      writings: [
        { call: 'setCouponType, which adds', fields, write: set },
        {
          call: 'setCouponType, which changes',
          fields,
          write: async values => {
            const { coupon_type_id, revision } = await read(await set({}))
            return set({ coupon_type_id, revision, ...values })
          },
        },
        {
          call: 'setCouponTypePublished',
          fields: without(operations.setCouponTypePublished.input.shape, 'coupon_type_id'),
          write: async values => {
            const coupon_type_id = await set({})
            const input = { coupon_type_id, published: false, ...values }
            const answer = await operate('setCouponTypePublished', input, finance)
            return answer.code === 200 ? coupon_type_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
