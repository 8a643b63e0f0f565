import { z } from 'zod'
import { userStatus } from './accounts.ts'
import { call } from './call.ts'
import { consentKinds } from './consent-names.ts'
import { instant } from './fields.ts'

export const getConsents = call({
  path: '/v1/user/getConsents',
  effect: 'read',
  access: 'account',
  about: '本人同意过什么：种类、版本、时间，是否已撤回。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        kind: z.enum(consentKinds),
        version: z.string(),
        given_at: instant,
        withdrawn_at: instant.nullable(),
      }),
    ),
  }),
})

export const withdrawConsent = call({
  path: '/v1/user/withdrawConsent',
  effect: 'change',
  access: 'account',
  about: '撤回对处理身份证号的同意：实名信息立即删除。企业所有者须先转让企业。',
  input: z.strictObject({ kind: z.literal('identity', { error: '不能撤回' }) }),
  output: z.object({ user_status: userStatus }),
  codes: [-42007, -42008],
})
