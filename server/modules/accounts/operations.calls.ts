import sql from 'sql-template-tag'
import { maskPhone } from '#contract/rules.ts'
import { maskPhones } from '#server/core/mask-phones.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { listNotices } from '#server/engines/notices/notices.sql.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { liveSessions } from './accounts.sql.ts'
import { maskedMessage, maskedNotice } from './masked.ts'
import {
  auditOf,
  changeState,
  companyExists,
  countAccounts,
  findAccount,
  findWorkplaceOf,
  listAccounts,
  messagesOf,
  phoneOf,
  verificationsOf,
} from './operations.sql.ts'
import { endSessions } from './session.ts'
import { endCompanySessions, endOneLogin } from './sessions.sql.ts'
import { forgetAllFailures } from './throttle.ts'
import { withDevice } from './user-agent.ts'

/** The most entries of each list on an account's page. */
const shown = { verifications: 20, notices: 20, messages: 20, audit: 50 }

/** In an erased account the id replaces the phone. */
const maskedPhone = (phone: string) => (phone.startsWith('deleted:') ? '已清除' : maskPhone(phone))

export const accountOperations = {
  async getAccountList({ system }, { page, page_size, ...filter }) {
    const [rows, found] = await together(system, database => [
      listAccounts(database, filter, listedPage({ page, page_size })),
      countAccounts(database, filter, countedRows),
    ])
    return {
      list: rows.map(row => ({
        ...row,
        phone: maskedPhone(row.phone),
        name: maskPhones(row.name),
      })),
      ...listedTotal(found),
    }
  },

  async getAccountOverview({ system }, { account_id }) {
    const row = orRefuse(await findAccount(system, account_id), -53021)
    const [verifications, sessions, notices, messages, audit] = await together(system, database => [
      verificationsOf(database, account_id, shown.verifications),
      liveSessions(database, account_id),
      listNotices(database, account_id, { shown: sql`true`, unreadOnly: false, limit: shown.notices, offset: 0 }),
      messagesOf(database, account_id, shown.messages),
      auditOf(database, account_id, shown.audit),
    ])
    const { company_id, company_name, company_state, employee_id, role, employee_state, service_ends_at, ...rest } = row
    const { failures, blocked_until, ...account } = rest
    return {
      ...account,
      name: maskPhones(account.name),
      phone: maskedPhone(account.phone),
      company:
        company_id && company_name && company_state && employee_id && role && employee_state
          ? { company_id, name: company_name, state: company_state, employee_id, role, employee_state, service_ends_at }
          : null,
      throttle: failures === null ? null : { failures, blocked_until },
      verifications: verifications.map(each => ({ ...each, reason: each.reason && maskPhones(each.reason) })),
      sessions: sessions.map(({ family_id: _, ...each }) => withDevice(each)),
      notices: notices.map(({ link: _, ...notice }) => maskedNotice(notice)),
      messages: messages.map(maskedMessage),
      audit: audit.map(entry => ({ ...entry, detail: maskPhones(entry.detail) })),
    }
  },

  async setAccountState({ system }, { account_id, state, reason }) {
    if (!(await changeState(system, account_id, state)))
      throw new Refusal((await findAccount(system, account_id)) ? -53303 : -53021)
    const sessions = state === 'disabled' ? await endSessions(system, account_id, 'disabled') : 0
    // The company learns that one of its people can no longer log in; the reason is between the account and the provider.
    const workplace = await findWorkplaceOf(system, account_id)
    if (workplace) {
      const entry = { action: `employee.account_${state === 'disabled' ? 'disabled' : 'enabled'}` as const }
      const { company_id, employee_id, name } = workplace
      await recordActivity(system, company_id, [{ ...entry, id: employee_id, name }])
    }
    await recordAudit(system, {
      action: state === 'disabled' ? 'account.disabled' : 'account.enabled',
      target: `account:${account_id}`,
      before: { state: state === 'disabled' ? 'active' : 'disabled' },
      after: { state, reason, ...(state === 'disabled' && { sessions }) },
    })
    return { sessions }
  },

  async endSessionsFor({ system }, { of, id }) {
    let target = `${of}:${id}`
    let sessions = 0
    if (of === 'session') {
      const ended = orRefuse(await endOneLogin(system, id), -53021)
      target = `account:${ended.account_id}`
      sessions = 1
    } else if (of === 'account') {
      if (!(await findAccount(system, id))) throw new Refusal(-53021)
      sessions = await endSessions(system, id, 'operator')
    } else {
      if (!(await companyExists(system, id))) throw new Refusal(-53021)
      sessions = await endCompanySessions(system, id)
    }
    const after = { sessions, ...(of === 'session' && { session_id: id }) }
    await recordAudit(system, { action: of === 'session' ? 'session.ended' : `${of}.sessions_ended`, target, after })
    return { sessions }
  },

  async releaseLogin({ system }, { account_id }) {
    const account = orRefuse(await findAccount(system, account_id), -53021)
    await forgetAllFailures(system, `account:${account.phone}`, `account:${account_id}`)
    await recordAudit(system, {
      action: 'account.login_released',
      target: `account:${account_id}`,
      before: { failures: account.failures ?? 0, blocked_until: account.blocked_until },
    })
  },

  async unmaskPhone({ system }, { of, id, reason }) {
    const currentPhone = orRefuse(await phoneOf(system, of, id), -53021)
    if (!currentPhone.phone) throw new Refusal(-53304)
    await recordAudit(system, {
      action: `${of}.phone_unmasked`,
      target: `${of}:${id}`,
      after: { phone: currentPhone.phone, reason },
    })
    return { phone: currentPhone.phone }
  },
} satisfies SomeOperations
