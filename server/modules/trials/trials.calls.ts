import type { SomeHandlers } from '#server/engines/context.ts'
import { requestTrial, trialOf } from './trials.ts'

export const trialsCalls = {
  getTrial: ({ company, membership }) => trialOf(company, membership.companyId),

  async requestTrial({ company, membership }, { note }) {
    const { companyId } = membership
    await requestTrial(company, { companyId, note })
    const { trial } = await trialOf(company, companyId)
    if (!trial) throw new Error('the request was inserted')
    return { trial }
  },
} satisfies SomeHandlers
