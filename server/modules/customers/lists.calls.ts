import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { maskPhones } from '#server/core/mask-phones.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { OperatorContext, SomeOperations } from '#server/engines/operator-context.ts'
import { explain } from '#server/modules/access/explain.ts'
import { linesOfEmployee } from '#server/modules/access/lines-of-employee.ts'
import { peopleOfLine } from '#server/modules/access/people-of-line.ts'
import { maskedMessage, maskedNotice } from '#server/modules/accounts/masked.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import {
  accountsOfEmployees,
  countSessionsOfCompany,
  liveSessionsOfCompany,
} from '#server/modules/accounts/sessions.sql.ts'
import { withDevice } from '#server/modules/accounts/user-agent.ts'
import { listedDevices } from '#server/modules/devices/listed.ts'
import { released } from '#server/modules/devices/versions.ts'
import { withFileUrls } from '#server/modules/invoices/file-url.ts'
import { countInvoices, listInvoices } from '#server/modules/invoices/invoice-list.sql.ts'
import { groupDetail } from '#server/modules/lines/group-detail.ts'
import { listGroups } from '#server/modules/lines/groups.sql.ts'
import { listedLinesOf } from '#server/modules/lines/listed.ts'
import { listedOrders } from '#server/modules/orders/listed.ts'
import { listedPeople } from '#server/modules/people/employees/listed.ts'
import { serviceBalance } from '#server/modules/people/hours/hours.ts'
import { ledgerOf } from '#server/modules/people/hours/ledger.ts'
import { companyLog, countCompanyLog } from './company-log.sql.ts'
import { countOfCompany, messagesOfCompany, noticesOfCompany } from './lists.sql.ts'
import { countMoney, listMoney, sumMoney } from './money.sql.ts'

/** Returns the company as its own console shows it. */
async function companyOf({ system, services }: OperatorContext, companyId: string): Promise<Database> {
  if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
  return services.companyDatabase(companyId)
}

/** Support sees masked phones, so only a whole one matches: otherwise its hidden digits could be found one by one. */
const phonesOf = ({ keyword = '' }: { keyword?: string | undefined }) => ({ hidesPhones: /^\d{1,10}$/.test(keyword) })

export const companyListOperations = {
  async getCompanyAccess(context, { company_id: companyId, employee_id, device_id, svp_id }) {
    const company = await companyOf(context, companyId)
    return explain(context, company, { companyId, employeeId: employee_id, deviceId: device_id, lineId: svp_id })
  },

  async getCompanyPeople(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    const { list, ...rest } = await listedPeople(
      company,
      context.services.config,
      { companyId: company_id },
      input,
      phonesOf(input),
    )
    const ids = list.map(({ employee_id }) => employee_id)
    const accounts = await accountsOfEmployees(context.system, company_id, ids)
    const accountByEmployee = new Map(accounts.map(({ employee_id, ...account }) => [employee_id, account]))
    return {
      list: list.flatMap(person => {
        const account = accountByEmployee.get(person.employee_id)
        // The person may have been removed between the two queries.
        return account ? [{ ...person, ...account, phone: maskPhone(person.phone) }] : []
      }),
      ...rest,
    }
  },

  async getCompanyLedger(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    const [ledger, balance] = await together(company, database => [
      ledgerOf(database, company_id, input),
      serviceBalance(database, company_id),
    ])
    return { ...ledger, balance }
  },

  async getCompanyLines(context, { company_id, ...input }) {
    return listedLinesOf(await companyOf(context, company_id), company_id, input)
  },

  async getCompanyDevices(context, { company_id, ...input }) {
    const company = await companyOf(context, company_id)
    return listedDevices(company, { companyId: company_id }, await released(context.system), input, phonesOf(input))
  },

  async getCompanyOrders(context, { company_id, ...input }) {
    const { list, ...rest } = await listedOrders(await companyOf(context, company_id), company_id, input)
    return { list: list.map(({ operas: _own, ...order }) => order), ...rest }
  },

  async getCompanyLinePeople(context, { company_id, ...input }) {
    return peopleOfLine(await companyOf(context, company_id), company_id, input)
  },

  async getCompanyPersonLines(context, { company_id, ...input }) {
    return linesOfEmployee(await companyOf(context, company_id), company_id, input)
  },

  async getCompanyGroups(context, { company_id }) {
    return { list: await listGroups(await companyOf(context, company_id), company_id) }
  },

  async getCompanyGroup(context, { company_id, group_id }) {
    return groupDetail(await companyOf(context, company_id), company_id, group_id)
  },

  async getCompanyMoney(context, { company_id, kind, ...paging }) {
    const company = await companyOf(context, company_id)
    const [list, found, sums] = await together(company, database => [
      listMoney(database, company_id, kind, listedPage(paging)),
      countMoney(database, company_id, kind, countedRows),
      sumMoney(database, company_id),
    ])
    return { list, ...listedTotal(found), ...sums }
  },

  async getCompanyInvoices(context, { company_id, state, ...paging }) {
    const company = await companyOf(context, company_id)
    const [rows, total] = await together(company, database => [
      listInvoices(database, company_id, state, listedPage(paging)),
      countInvoices(database, company_id, state, listedRows),
    ])
    return { list: rows.map(row => withFileUrls(context.services.config, row)), total }
  },

  async getCompanySessions(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await together(context.system, database => [
      liveSessionsOfCompany(database, company_id, listedPage(paging)),
      countSessionsOfCompany(database, company_id, countedRows),
    ])
    const list = rows.map(row => ({ ...withDevice(row), phone: maskPhone(row.phone) }))
    return { list, ...listedTotal(found) }
  },

  async getCompanyNotices(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await together(context.system, database => [
      noticesOfCompany(database, company_id, listedPage(paging)),
      countOfCompany(database, company_id, 'notice', countedRows),
    ])
    return { list: rows.map(maskedNotice), ...listedTotal(found) }
  },

  async getCompanyMessages(context, { company_id, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await together(context.system, database => [
      messagesOfCompany(database, company_id, listedPage(paging)),
      countOfCompany(database, company_id, 'sms_message', countedRows),
    ])
    return { list: rows.map(maskedMessage), ...listedTotal(found) }
  },

  async getCompanyLog(context, { company_id, source, ...paging }) {
    await companyOf(context, company_id)
    const [rows, found] = await together(context.system, database => [
      companyLog(database, company_id, source, listedPage(paging)),
      countCompanyLog(database, company_id, source, countedRows),
    ])
    const list = rows.map(({ actor, subject, detail, ...row }) => ({
      ...row,
      actor: maskPhones(actor),
      subject: maskPhones(subject),
      detail: maskPhones(detail),
    }))
    return { list, ...listedTotal(found) }
  },
} satisfies SomeOperations
