import { z } from 'zod'
import { userStatus } from './accounts.ts'
import { call } from './call.ts'
import { consentKinds } from './consent-names.ts'
import { consented, instant } from './fields.ts'

export const getConsents = call({
  path: '/v1/user/getConsents',
  effect: 'read',
  access: 'account',
  about: '本人同意过什么：种类、版本、时间，是否已撤回。',
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

export const giveConsent = call({
  path: '/v1/user/giveConsent',
  effect: 'change',
  access: 'account',
  about: '本人单独同意个人信息出境；首次使用专线之前须同意，否则客户端得到 -48018。',
  input: z.strictObject({ kind: z.literal('cross_border', { error: '不能在此同意' }), is_agree: consented }),
  success: '已记录您的同意',
})

export const withdrawConsent = call({
  path: '/v1/user/withdrawConsent',
  effect: 'change',
  access: 'account',
  about: '撤回同意。处理身份证号：实名信息立即删除，企业所有者须先转让企业。个人信息出境：不再能使用专线。',
  input: z.strictObject({ kind: z.enum(['identity', 'cross_border'], { error: '不能撤回' }) }),
  output: z.object({ user_status: userStatus }),
  codes: [-42007, -42008],
})
