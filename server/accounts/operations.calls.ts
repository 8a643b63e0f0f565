import { maskPhone } from '#contract/rules.ts'
import { companyExists } from '../companies/operations.sql.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { endSessions } from '../http/session.ts'
import { listNotices } from '../notices/notices.sql.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { liveSessions } from './accounts.sql.ts'
import { maskPhones } from './masking.ts'
import {
  auditOf,
  changeState,
  countAccounts,
  findAccount,
  listAccounts,
  messagesOf,
  phoneOf,
  verificationsOf,
} from './operations.sql.ts'
import { endCompanySessions, endOneSession } from './sessions.sql.ts'
import { shownMessage, shownNotice, shownSession } from './shown.ts'
import { forgetFailures } from './throttle.ts'

/** How many of each stand on an account's page. */
const shown = { verifications: 20, notices: 20, messages: 20, audit: 50 }
/** Phones one operator may see in an hour: a day's work, not a list of customers. */
const unmasked = { max: 60, seconds: 3600 }

/** An erased account has its id where the phone was. */
const maskedPhone = (phone: string) => (phone.startsWith('deleted:') ? '已清除' : maskPhone(phone))
const iso = (at: Date | null) => at?.toISOString() ?? null

export const accountOperations: OperationHandlersFor<
  'getAccountList' | 'getAccountOverview' | 'setAccountState' | 'endSessionsFor' | 'releaseLogin' | 'unmaskPhone'
> = {
  async getAccountList({ system }, { page, page_size, ...filter }) {
    const [rows, found] = await Promise.all([
      listAccounts(system, filter, listedPage({ page, page_size })),
      countAccounts(system, filter, countedRows),
    ])
    return {
      list: rows.map(row => ({
        ...row,
        phone: maskedPhone(row.phone),
        name: maskPhones(row.name),
        verification: row.verification ?? 'none',
        last_login_at: iso(row.last_login_at),
        created_at: row.created_at.toISOString(),
      })),
      ...listedTotal(found),
    }
  },

  async getAccountOverview({ system }, { account_id }) {
    const row = await findAccount(system, account_id)
    if (!row) throw new Refusal(-53021)
    const [verifications, sessions, notices, messages, audit] = await Promise.all([
      verificationsOf(system, account_id, shown.verifications),
      liveSessions(system, account_id),
      listNotices(system, account_id, { unreadOnly: false, limit: shown.notices, offset: 0 }),
      messagesOf(system, account_id, shown.messages),
      auditOf(system, account_id, shown.audit),
    ])
    const { company_id, company_name, company_state, role, employee_state } = row
    return {
      account_id: row.id,
      name: maskPhones(row.name),
      phone: maskedPhone(row.phone),
      state: row.state,
      has_password: row.has_password,
      agreement_version: row.agreement_version,
      agreed_at: iso(row.agreed_at),
      promotion_code: row.promotion_code,
      last_login_at: iso(row.last_login_at),
      created_at: row.created_at.toISOString(),
      company:
        company_id && company_name && company_state && role && employee_state
          ? {
              company_id,
              name: company_name,
              state: company_state,
              role,
              employee_state,
              service_ends_at: iso(row.service_ends_at),
            }
          : null,
      throttle: row.failures === null ? null : { failures: row.failures, blocked_until: iso(row.blocked_until) },
      verifications: verifications.map(({ id, reason, created_at, reviewed_at, ...verification }) => ({
        verification_id: id,
        ...verification,
        reason: reason && maskPhones(reason),
        created_at: created_at.toISOString(),
        reviewed_at: iso(reviewed_at),
      })),
      sessions: sessions.map(shownSession),
      notices: notices.map(shownNotice),
      messages: messages.map(shownMessage),
      audit: audit.map(({ id, detail, at, ...entry }) => ({
        audit_id: id,
        ...entry,
        detail: maskPhones(detail),
        at: at.toISOString(),
      })),
    }
  },

  async setAccountState({ system, actor }, { account_id, state, reason }) {
    return system.transaction(async transaction => {
      if (!(await changeState(transaction, account_id, state)))
        throw new Refusal((await findAccount(transaction, account_id)) ? -53303 : -53021)
      const sessions = state === 'disabled' ? await endSessions(transaction, account_id, 'disabled') : 0
      await recordAudit(transaction, {
        actor,
        action: state === 'disabled' ? 'account.disabled' : 'account.enabled',
        target: `account:${account_id}`,
        before: { state: state === 'disabled' ? 'active' : 'disabled' },
        after: { state, reason, ...(state === 'disabled' && { sessions }) },
      })
      return { sessions }
    })
  },

  async endSessionsFor({ system, actor }, { of, id }) {
    return system.transaction(async transaction => {
      let target = `${of}:${id}`
      let sessions = 0
      if (of === 'session') {
        const ended = await endOneSession(transaction, id)
        if (!ended) throw new Refusal(-53021)
        target = `account:${ended.account_id}`
        sessions = 1
      } else if (of === 'account') {
        if (!(await findAccount(transaction, id))) throw new Refusal(-53021)
        sessions = await endSessions(transaction, id, 'operator')
      } else {
        if (!(await companyExists(transaction, id))) throw new Refusal(-53021)
        sessions = await endCompanySessions(transaction, id)
      }
      const after = { sessions, ...(of === 'session' && { session_id: id }) }
      await recordAudit(transaction, {
        actor,
        action: of === 'session' ? 'session.ended' : `${of}.sessions_ended`,
        target,
        after,
      })
      return { sessions }
    })
  },

  async releaseLogin({ system, actor }, { account_id }) {
    await system.transaction(async transaction => {
      const account = await findAccount(transaction, account_id)
      if (!account) throw new Refusal(-53021)
      await forgetFailures(transaction, account.phone)
      await recordAudit(transaction, {
        actor,
        action: 'account.login_released',
        target: `account:${account_id}`,
        before: { failures: account.failures ?? 0, blocked_until: iso(account.blocked_until) },
      })
    })
    return {}
  },

  async unmaskPhone({ system, operator, actor }, { of, id, reason }) {
    await hitLimit(system, `unmask:${operator.id}`, unmasked)
    return system.transaction(async transaction => {
      const known = await phoneOf(transaction, of, id)
      if (!known) throw new Refusal(-53021)
      if (!known.phone) throw new Refusal(-53304)
      await recordAudit(transaction, {
        actor,
        action: `${of}.phone_unmasked`,
        target: `${of}:${id}`,
        after: { phone: maskPhone(known.phone), reason },
      })
      return { phone: known.phone }
    })
  },
}
