import { randomUUID } from 'node:crypto'
import { accessCallNames, accessCalls } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { exportedFile } from '#contract/exports.ts'
import { type CallName, contract } from '#contract/index.ts'
import { sampleInput } from '#server/testing/samples.ts'

/** Inputs of a call with each of the ids first, every different one once; `filtering` are those to which a list can be narrowed. */
export function inputsOf(call: Call, all: string[], filtering: readonly string[] = all) {
  // Writing a file takes long: one that lists what a filter leaves is asked for with the ids that a filter may be of.
  const ids = call.output === exportedFile ? all.filter(id => filtering.includes(id)) : all
  const inputs = ids.flatMap((_, turn) =>
    withoutClashes(call, sampleInput(call, [...ids.slice(turn), ...ids.slice(0, turn)])),
  )
  return [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()]
}

/** Other values, and undefined for what is left out. */
type Variant = Record<string, unknown>
const bought = { svp_ids: undefined, days: undefined, until: undefined }
const purchase = { ...bought, coupon_id: undefined }
const renewal = { kind: 'renewal', items: undefined, until: undefined, coupon_id: undefined }

/** Calls that refuse an input with all fields at once before they look at an id, and what each of their inputs has instead. */
const variants: Partial<Record<CallName, readonly Variant[]>> = {
  batchSetDepartment: [{ template_id: undefined }, {}],
  addCompanyUser: [{ template_id: undefined, reserve_days: undefined }, { reserve_days: undefined }],
  setDuty: [{ dept_ids: undefined }, { duty: 'department' }],
  setCompanyUserService: [{ days: undefined }, { until: undefined }],
  setCompanyVpl: [{ auto_renew: undefined }, {}],
  requestAccess: [
    { days: undefined, device_id: undefined },
    { kind: 'device', days: undefined },
  ],
  getUsableCoupon: [purchase, renewal],
  quoteOrder: [purchase, renewal, bought],
  createOrder: [purchase, renewal, bought],
}

function withoutClashes(call: Call, input: Record<string, unknown>): Record<string, unknown>[] {
  const own = Object.entries(variants).find(([name]) => contract[name as CallName] === call)?.[1]
  return own ? own.map(variant => ({ ...input, ...variant })) : [input]
}

/** A key is used once, unless a request is repeated. */
export const keyed = (input: Record<string, unknown>) =>
  'request_key' in input ? { ...input, request_key: randomUUID() } : input

/** Asks for the plan of each act on each of the ids, without the code that only the act itself takes. */
export const plansOf = (ids: string[]) =>
  accessCallNames.flatMap(call =>
    inputsOf(accessCalls[call] as Call, ids).map(({ captcha: _, ...input }) => ({ call, input })),
  )
