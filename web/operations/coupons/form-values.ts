import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { chinaNow, fromPicker, toPicker } from '#web/ui/china-time.ts'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'

type Type = OperationOutput<'getCouponTypeDetail'>
export type TypeInput = Omit<OperationInput<'setCouponType'>, 'coupon_type_id' | 'revision'>

/** A type as the form holds it: yuan instead of fen, pickers' days instead of instants, switches instead of nulls. */
export interface FormValues {
  name: string
  about: string
  kind: 'amount' | 'percent'
  amount: number | null
  percent: number | null
  cap: number | null
  threshold: number | null
  category_ids: string[]
  occasions: ('purchase' | 'renewal')[]
  way: Type['way']
  total: number | null
  per_company: number | null
  claim_starts_at: Dayjs | null
  claim_ends_at: Dayjs | null
  validity: 'days' | 'fixed'
  valid_days: number | null
  valid_from: Dayjs | null
  valid_until: Dayjs | null
  published: boolean
  sort: number | null
}

const yuan = (fen: number | null) => (fen === null ? null : fen / 100)
const fen = (amount: number | null | undefined) => (amount == null ? null : Math.round(amount * 100))
const picker = (instant: string | null) => (instant ? toPicker(instant) : null)
const instant = (picked: Dayjs | null | undefined, before: string | null | undefined) =>
  picked ? fromPicker(picked, before) : null

export const newValues = (): FormValues => ({
  name: '',
  about: '',
  kind: 'amount',
  amount: null,
  percent: null,
  cap: null,
  threshold: 0,
  category_ids: [],
  occasions: ['purchase', 'renewal'],
  way: 'center',
  total: null,
  per_company: 1,
  claim_starts_at: chinaNow().startOf('minute'),
  claim_ends_at: null,
  validity: 'days',
  valid_days: 30,
  valid_from: null,
  valid_until: null,
  published: false,
  sort: 0,
})

/** A copy has no claims yet and stays hidden until an operator has checked it. */
export const valuesOf = (type: Type, copied: boolean): FormValues => ({
  ...type,
  amount: yuan(type.amount),
  cap: yuan(type.cap),
  threshold: yuan(type.threshold),
  // The form holds the share to pay, as is usual in Chinese: 8.5 for 15 % off.
  percent: type.percent === null ? null : (100 - type.percent) / 10,
  category_ids: type.category_ids ?? [],
  occasions: [...(type.for_purchase ? ['purchase' as const] : []), ...(type.for_renewal ? ['renewal' as const] : [])],
  validity: type.valid_until ? 'fixed' : 'days',
  claim_starts_at: copied ? dayjs(newValues().claim_starts_at) : toPicker(type.claim_starts_at),
  claim_ends_at: copied ? null : picker(type.claim_ends_at),
  valid_from: picker(type.valid_from),
  valid_until: picker(type.valid_until),
  ...(copied && { name: `${type.name.slice(0, 26)}（副本）`, published: false }),
})

/** Converts to the call's input; the server rejects empty numbers at their fields. */
export function inputOf(values: FormValues, before?: Type): TypeInput {
  const byAmount = values.kind === 'amount'
  const fixed = values.validity === 'fixed'
  return {
    name: values.name ?? '',
    about: values.about ?? '',
    kind: values.kind,
    amount: byAmount ? fen(values.amount) : null,
    percent: byAmount || values.percent == null ? null : Math.round(100 - values.percent * 10),
    cap: byAmount ? null : fen(values.cap),
    threshold: fen(values.threshold) ?? 0,
    category_ids: values.category_ids?.length ? values.category_ids : null,
    for_purchase: values.occasions?.includes('purchase') ?? false,
    for_renewal: values.occasions?.includes('renewal') ?? false,
    total: values.total ?? null,
    per_company: values.per_company ?? 1,
    way: values.way,
    claim_starts_at: instant(values.claim_starts_at, before?.claim_starts_at) ?? new Date().toISOString(),
    claim_ends_at: instant(values.claim_ends_at, before?.claim_ends_at),
    valid_from: fixed ? instant(values.valid_from, before?.valid_from) : null,
    valid_until: fixed ? instant(values.valid_until, before?.valid_until) : null,
    valid_days: fixed ? null : (values.valid_days ?? null),
    published: values.published,
    sort: values.sort ?? 0,
  }
}
