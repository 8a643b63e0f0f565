import type { SomeHandlers } from '#server/engines/context.ts'
import { versionOf } from './company-changes.sql.ts'

export const companyChangesCalls = {
  async waitForCompanyChange({ services, caller, company, account, membership: { companyId } }, { version }) {
    // The wait is registered before the comparison, so that a change in between is seen by one or the other.
    const wait = services.companyChanges.wait({ companyId, accountId: account.id })
    const hangUp = caller.onHangUp(() => wait.end(undefined))
    try {
      const current = await versionOf(company, companyId)
      if (current !== version) return { version: current }
      return { version: (await wait.over) ?? current }
    } finally {
      hangUp()
      wait.end(undefined)
    }
  },
} satisfies SomeHandlers
