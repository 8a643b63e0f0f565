import type { SomeHandlers } from '#server/engines/context.ts'
import { released } from '#server/modules/devices/versions.ts'
import { departmentsOf } from '#server/modules/people/within.ts'
import { overviewOf, overviewWithin } from './overview.ts'

export const customersCalls = {
  async getCompanyData({ company, system, membership }) {
    const within = await departmentsOf(company, membership)
    if (within) return overviewWithin(company, membership.companyId, await released(system), within)
    return overviewOf(company, membership.companyId, await released(system))
  },
} satisfies SomeHandlers
