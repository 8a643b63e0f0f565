import type { SomeHandlers } from '#server/engines/context.ts'
import { registerAccount } from '#server/modules/accounts/accounts.ts'
import { requireIndustry, requireUnregistered } from '#server/modules/companies/companies.ts'
import { insertRegistration } from './channels.sql.ts'
import { usablePromotion } from './channels.ts'

export const channelsCalls = {
  verifyPromotionCode: ({ system }, { promotion_code }) => usablePromotion(system, promotion_code),

  async channelRegister(context, input) {
    const { system } = context
    // These checks come before the captcha is used up, so that it can be used again once the form is corrected.
    await requireIndustry(system, input.industry_id)
    await usablePromotion(system, input.promotion_code)
    await requireUnregistered(system, input.credit_code)
    const { phone, password, captcha, promotion_code } = input
    return registerAccount(
      context,
      { phone, password, captcha, invite_code: promotion_code },
      async (transaction, accountId) => {
        await insertRegistration(transaction, accountId, input)
      },
    )
  },
} satisfies SomeHandlers
