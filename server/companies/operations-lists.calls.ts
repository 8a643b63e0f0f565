import { maskPhone } from '#contract/rules.ts'
import { maskPhones } from '../accounts/masking.ts'
import { accountsOfEmployees, countSessionsOfCompany, liveSessionsOfCompany } from '../accounts/sessions.sql.ts'
import { shownMessage, shownNotice, shownSession } from '../accounts/shown.ts'
import type { Database } from '../database/database.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { listedDevices } from '../devices/listed.ts'
import { released } from '../devices/versions.ts'
import { listedPeople } from '../employees/listed.ts'
import { serviceBalance } from '../hours/hours.ts'
import { ledgerOf } from '../hours/ledger.ts'
import { Refusal } from '../http/envelope.ts'
import { listedLinesOf } from '../lines/listed.ts'
import type { OperationHandlersFor, OperatorContext } from '../operations/context.ts'
import { listedOrders } from '../orders/listed.ts'
import { companyExists } from './operations.sql.ts'
import {
  companyLog,
  countCompanyLog,
  countOfCompany,
  messagesOfCompany,
  noticesOfCompany,
} from './operations-lists.sql.ts'

/** The company as its own console sees it. */
async function companyOf({ system, services }: OperatorContext, companyId: string): Promise<Database> {
  if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
  return services.companyDatabase(companyId)
}

export const companyListOperations: OperationHandlersFor<
  | 'getCompanyPeople'
  | 'getCompanyLedger'
  | 'getCompanyLines'
  | 'getCompanyDevices'
  | 'getCompanyOrders'
  | 'getCompanySessions'
  | 'getCompanyNotices'
  | 'getCompanyMessages'
  | 'getCompanyLog'
> = {
  async getCompanyPeople(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    const { list, ...rest } = await listedPeople(company, company_id, input)
    const ids = list.map(({ employee_id }) => employee_id)
    const accounts = await accountsOfEmployees(context.system, company_id, ids)
    const known = new Map(accounts.map(({ employee_id, ...account }) => [employee_id, account]))
    return {
      list: list.flatMap(person => {
        const account = known.get(person.employee_id)
        // Removed between the two queries.
        return account ? [{ ...person, ...account, phone: maskPhone(person.phone) }] : []
      }),
      ...rest,
    }
  },

  async getCompanyLedger(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    const [ledger, balance] = await Promise.all([
      ledgerOf(company, company_id, input),
      serviceBalance(company, company_id),
    ])
    return { ...ledger, balance }
  },

  async getCompanyLines(context, { company_id, ...input }) {
    return listedLinesOf(await companyOf(context, company_id), company_id, input)
  },

  async getCompanyDevices(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    return listedDevices(company, company_id, await released(context.system), input)
  },

  async getCompanyOrders(context, { company_id, ...input }) {
    const { list, ...rest } = await listedOrders(await companyOf(context, company_id), company_id, input)
    return { list: list.map(({ operas: _own, ...order }) => order), ...rest }
  },

  async getCompanySessions(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await Promise.all([
      liveSessionsOfCompany(context.system, company_id, listedPage(paging)),
      countSessionsOfCompany(context.system, company_id, countedRows),
    ])
    const list = rows.map(row => ({
      ...shownSession(row),
      account_id: row.account_id,
      name: row.name,
      phone: maskPhone(row.phone),
    }))
    return { list, ...listedTotal(found) }
  },

  async getCompanyNotices(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await Promise.all([
      noticesOfCompany(context.system, company_id, listedPage(paging)),
      countOfCompany(context.system, company_id, 'notice', countedRows),
    ])
    const list = rows.map(row => ({ ...shownNotice(row), account_id: row.account_id, name: row.name }))
    return { list, ...listedTotal(found) }
  },

  async getCompanyMessages(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await Promise.all([
      messagesOfCompany(context.system, company_id, listedPage(paging)),
      countOfCompany(context.system, company_id, 'sms_message', countedRows),
    ])
    const list = rows.map(row => ({ ...shownMessage(row), account_id: row.account_id, name: row.name }))
    return { list, ...listedTotal(found) }
  },

  async getCompanyLog(context, { company_id, source, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await Promise.all([
      companyLog(context.system, company_id, source, listedPage(paging)),
      countCompanyLog(context.system, company_id, source, countedRows),
    ])
    const list = rows.map(({ id, detail, created_at, ...row }) => ({
      entry_id: id,
      ...row,
      detail: maskPhones(detail),
      at: created_at.toISOString(),
    }))
    return { list, ...listedTotal(found) }
  },
}
