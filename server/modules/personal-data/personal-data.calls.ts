import { Refusal } from '#server/core/refusal.ts'
import { retention } from '#server/core/retention.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { removeFilesJob } from '#server/engines/files/jobs.ts'
import { eraseAccount, isCurrent } from '#server/modules/accounts/accounts.sql.ts'
import { eraseConsents } from '#server/modules/accounts/consents.sql.ts'
import { deletePasskeys } from '#server/modules/accounts/passkeys/passkeys.sql.ts'
import { requirePassword } from '#server/modules/accounts/require-password.ts'
import { endSessions } from '#server/modules/accounts/session.ts'
import { eraseHeldLogins } from '#server/modules/accounts/terminals/held-logins.sql.ts'
import { eraseFromTokens } from '#server/modules/api-tokens/api-tokens.sql.ts'
import { eraseContact } from '#server/modules/people/contact.ts'
import { leaveEverywhere } from '#server/modules/people/employees/leaving.ts'
import { eraseVerifications, lockVerifications } from '#server/modules/verification/identity.sql.ts'
import {
  eraseFromDisputes,
  eraseFromOwnLogs,
  eraseFromTickets,
  eraseNotices,
  eraseRegistrations,
  handOverVouchers,
  namesOf,
  tracesOf,
} from './erasing.sql.ts'
import { eraseFromActivity } from './erasing-activity.sql.ts'
import { eraseDeclared } from './erasing-declared.ts'
import { eraseManagersNotices, eraseWaitingMessages } from './erasing-notices.sql.ts'
import { exportOf } from './export.sql.ts'

export const personalDataCalls = {
  async exportAccount({ system, account, membership }) {
    const kept = Object.values(retention).flatMap(({ kept, what, why }) =>
      kept === 'impersonal' ? [] : [{ what, why }],
    )
    return {
      exported_at: new Date().toISOString(),
      account: { ...(await exportOf(system, account.id, membership)), kept },
    }
  },

  async deleteAccount(context, { password }) {
    const { services, account } = context
    const proved = await requirePassword(context, password)
    return context.once(async ({ system: transaction }) => {
      // Guard: an approval under way creates an owner, who can't be erased.
      await lockVerifications(transaction, account.id)
      if (!(await eraseAccount(transaction, proved)))
        throw new Refusal((await isCurrent(transaction, proved)) ? -41018 : -41016)
      const traces = await tracesOf(transaction, account.id)
      await eraseContact(transaction, account.phone)
      await leaveEverywhere(transaction, account.id)
      await eraseVerifications(transaction, account.id, { name: '已注销', reason: '账号已注销' })
      await eraseConsents(transaction, account.id)
      await deletePasskeys(transaction, `account:${account.id}`)
      await eraseHeldLogins(transaction, account.id)
      await eraseFromTokens(transaction, account.id)
      await eraseNotices(transaction, account.id)
      await eraseRegistrations(transaction, account.id)
      await handOverVouchers(transaction, account.id)
      for (const trace of traces) {
        // Names are read before the columns that contain them are rewritten.
        const named = { trace, names: await namesOf(transaction, trace) }
        await eraseManagersNotices(transaction, named)
        await eraseWaitingMessages(transaction, named)
        await eraseFromOwnLogs(transaction, trace)
        await eraseFromActivity(transaction, named)
        await eraseFromTickets(transaction, trace)
        await eraseFromDisputes(transaction, trace)
        await eraseDeclared(transaction, named)
      }
      await endSessions(transaction, account.id, 'deleted')
      // The storage has no transactions, so its files are removed after the commit.
      await services.jobs.enqueue(transaction, removeFilesJob, { account_id: account.id })
    })
  },
} satisfies SomeHandlers
