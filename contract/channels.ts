import { z } from 'zod'
import { wRegister } from './accounts.ts'
import { call } from './call.ts'
import { agreed, captcha, creditCode, id, line, newPassword, phone, promotionCode } from './fields.ts'
import { companySizes } from './rules.ts'

/** Six characters can be guessed given endless tries. The pages that show a code count invalid ones here as well. */
export const promotionCodeLimit = { name: 'promotion-code', by: 'address', max: 30, seconds: 600 } as const

export const verifyPromotionCode = call({
  path: '/chlapi/channel/verifyPromotionCode',
  effect: 'read',
  limits: [promotionCodeLimit],
  access: 'public',
  about: '推广码是否可用，以及它属于哪位合作伙伴。',
  input: z.strictObject({ promotion_code: promotionCode }),
  output: z.object({ promotion_code: z.string(), channel_name: z.string(), greeting: z.string() }),
  codes: [-43001, -43002, -43003, 429],
})

export const channelRegister = call({
  path: '/chlapi/company/channelRegister',
  effect: 'change',
  idempotency: 'prepared',
  limits: [{ name: 'channel-register', by: 'address', max: 20, seconds: 3600 }],
  access: 'public',
  about: '通过推广码为企业注册账号并登记企业资料；随后上传营业执照完成认证。',
  input: z.strictObject({
    is_agree: agreed,
    promotion_code: promotionCode,
    company_name: line('企业名称', 100, 4),
    credit_code: creditCode,
    industry_id: id,
    size: z.enum(companySizes, { error: '请选择企业规模' }),
    contact_name: line('联系人姓名', 50, 2),
    phone,
    captcha,
    password: newPassword,
  }),
  output: wRegister.output,
  codes: [-41005, -41008, -41011, -42004, -43001, -43002, -43003, 429],
})
