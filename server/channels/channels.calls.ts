import { registerAccount } from '../accounts/accounts.ts'
import { requireIndustry, requireUnregistered } from '../companies/companies.ts'
import type { HandlersFor } from '../http/context.ts'
import { hitLimit } from '../http/limits.ts'
import { insertRegistration } from './channels.sql.ts'
import { usablePromotion } from './channels.ts'

export const channelsCalls: HandlersFor<'verifyPromotionCode' | 'channelRegister'> = {
  async verifyPromotionCode({ system, caller }, { promotion_code }) {
    // Six characters can be guessed by who may try without end.
    await hitLimit(system, `promotion-code:${caller.ip}`, { max: 30, seconds: 600 })
    const { code, channelName, greeting } = await usablePromotion(system, promotion_code)
    return { promotion_code: code, channel_name: channelName, greeting }
  },

  async channelRegister(context, input) {
    const { system, caller } = context
    await hitLimit(system, `channel-register:${caller.ip}`, { max: 20, seconds: 3600 })
    // Before the captcha is spent, so that it can be used again once the form is right.
    await requireIndustry(system, input.industry_id)
    await usablePromotion(system, input.promotion_code)
    await requireUnregistered(system, input.credit_code)
    const { phone, password, captcha, promotion_code } = input
    return registerAccount(
      context,
      { phone, password, captcha, invite_code: promotion_code },
      async (transaction, accountId) => {
        await insertRegistration(transaction, {
          promotionCode: promotion_code,
          accountId,
          companyName: input.company_name,
          creditCode: input.credit_code,
          industryId: input.industry_id,
          size: input.size,
          contactName: input.contact_name,
        })
      },
    )
  },
}
