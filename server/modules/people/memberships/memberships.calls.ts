import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { profileOf, userInfoOf, userStatusOf } from '#server/modules/accounts/accounts.ts'
import { findMembership, openInvitations } from '../employees/joining.sql.ts'
import { declineCompany, joinCompany } from '../employees/joining.ts'

/** A person's own decisions about belonging to a company, in their own session. */
export const membershipsCalls = {
  async getMemberships({ system, account }) {
    const [membership, invitations] = await together(system, database => [
      findMembership(database, account.id),
      openInvitations(database, account.id),
    ])
    return { membership: membership ?? null, invitations }
  },

  async joinCompany({ system, account }, { company_id }) {
    await joinCompany(system, account.id, company_id)
    const profile = await profileOf(system, account.id)
    return { user_info: userInfoOf(profile), user_status: userStatusOf(profile) }
  },

  async declineCompany({ system, services, account }, { company_id }) {
    await declineCompany(system, services, account.id, company_id)
  },
} satisfies SomeHandlers
