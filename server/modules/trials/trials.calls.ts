import type { SomeHandlers } from '#server/engines/context.ts'
import { requestTrial, trialOf } from './trials.ts'

export const trialsCalls = {
  getTrial: ({ company, membership }) => trialOf(company, membership.companyId),

  requestTrial: ({ company, membership }, { note }) =>
    company.transaction(async transaction => {
      const { companyId } = membership
      const { name } = membership
      await requestTrial(transaction, { companyId, requestedBy: name, note })
      const { trial } = await trialOf(transaction, companyId)
      if (!trial) throw new Error('the request was inserted')
      return { trial }
    }),
} satisfies SomeHandlers
