import { randomUUID } from 'node:crypto'
import { accessCallNames, accessCalls } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { exportedFile } from '#contract/exports.ts'
import { type CallName, contract } from '#contract/index.ts'
import { sampleInput } from '#server/testing/samples.ts'

/** Returns a call's distinct inputs, with each id in first place once; `filtering` are the ids that lists can be filtered by. */
export function inputsOf(call: Call, all: string[], filtering: readonly string[] = all) {
  // Writing a file takes long: an export that filters its list is requested only with the ids of filters.
  const ids = call.output === exportedFile ? all.filter(id => filtering.includes(id)) : all
  const inputs = ids.flatMap((_, turn) =>
    withoutClashes(call, sampleInput(call, [...ids.slice(turn), ...ids.slice(0, turn)])),
  )
  return [...new Map(inputs.map(input => [JSON.stringify(input), input])).values()]
}

/** Values to replace; undefined omits the field. */
type Variant = Record<string, unknown>
const bought = { svp_ids: undefined, days: undefined, until: undefined }
const purchase = { ...bought, coupon_id: undefined }
const renewal = { kind: 'renewal', items: undefined, until: undefined, coupon_id: undefined }

/** Calls that refuse an input with all fields set before they check any id, and the replacements for each of their inputs. */
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

/** Returns requests for the plan of each act on each of the ids, without the captcha that only the act itself takes. */
export const plansOf = (ids: string[]) =>
  accessCallNames.flatMap(call =>
    inputsOf(accessCalls[call] as Call, ids).map(({ captcha: _, ...input }) => ({ call, input })),
  )
