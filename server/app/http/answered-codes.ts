import type { Call } from '#contract/call.ts'
import { type Code, codes } from '#contract/codes.ts'
import { isForEveryToken } from '#server/modules/api-tokens/token-access.ts'
import { statusOfRefusal } from './answers.ts'

/** Codes of any request: a malformed one never reaches a call, and the portal may be in trouble. */
export const anyRequest: readonly Code[] = [400, 413, 415, 500, 503]

/** Returns what a call can answer once a request has reached it: refusals of admission and of the loop, and its own codes. */
export function answeredCodes(name: string, call: Call, forToken: boolean): Set<number> {
  const isManagers = call.access === 'manager'
  // Whether a plan is open to a sender limited to departments depends on the planned act.
  const keepsWithin = call.within !== undefined || call.effect === 'plan'
  return new Set<number>([
    ...[200, -41003],
    ...(forToken
      ? [-41051, -41052, -41053, -42006, 429, ...(isForEveryToken(name) ? [] : [-41054])]
      : [
          ...(call.access === 'public' ? [] : [-41004, -41016]),
          ...(isManagers ? [-41017, -41024, -42006] : []),
          ...(isManagers && keepsWithin ? [-41054] : []),
        ]),
    ...(call.limits?.length ? [429] : []),
    ...(call.effect === 'change' ? [-41020, -41021] : []),
    ...(call.proof === 'fresh' ? [-41022] : []),
    ...(call.codes ?? []),
  ])
}

export const statusOf = (code: number) => statusOfRefusal[code as Code] ?? 200
export const inWords = (code: number) => `${code} ${codes[code as Code]}`

/** Describes a response whose HTTP status alone shows that nothing was done. */
export const refusedWith = (some: readonly number[]) => ({
  description: some.map(inWords).join('；'),
  content: {
    'application/json': {
      schema: {
        allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { code: { type: 'integer', enum: some } } }],
      },
    },
  },
})

export const refusal = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { nullable: true } },
}
