import type { SomeHandlers } from '#server/engines/context.ts'
import { released } from '#server/modules/devices/versions.ts'
import { overviewOf } from './overview.ts'

export const customersCalls = {
  async getCompanyData({ company, system, membership }) {
    return overviewOf(company, membership.companyId, await released(system))
  },
} satisfies SomeHandlers
