import { randomUUID } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { companyExists, companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { balanceOf, creditBalance, debitBalance } from './balance.ts'
import { ledgerPage } from './ledger.ts'
import { countBalances, listBalances, sumOfBalances } from './operations.sql.ts'

export const balanceOperations = {
  async getCompanyBalanceList({ system }, { keyword, ...page }) {
    const [list, counted, sum] = await together(system, database => [
      listBalances(database, keyword, listedPage(page)),
      countBalances(database, keyword, countedRows),
      sumOfBalances(database),
    ])
    return { list, ...listedTotal(counted), sum }
  },

  async getCompanyBalance({ system }, { company_id, ...filter }) {
    const [company_name, amount, ledger] = await together(system, database => [
      companyNamed(database, company_id),
      balanceOf(database, company_id),
      ledgerPage(database, company_id, filter),
    ])
    if (company_name === undefined) throw new Refusal(-53021)
    return { ...ledger, company_name, amount }
  },

  async correctCompanyBalance({ system, services }, { company_id: companyId, amount, reason }) {
    if (!(await companyExists(system, companyId))) throw new Refusal(-53021)
    const correction = { kind: 'correction', companyId, note: reason } as const
    const balance =
      amount > 0
        ? await creditBalance(system, { ...correction, amount })
        : await debitBalance(system, { ...correction, amount: -amount })
    await notify(system, services, {
      to: { managersOfCompany: companyId },
      kind: 'order_paid',
      subject: `balance:${randomUUID()}`,
      title: '平台更正了余额',
      text: `余额${amount > 0 ? '增加' : '减少'} ${money(Math.abs(amount))}：${reason}。现有 ${money(balance)}。`,
      link: paths.balance,
    })
    await recordAudit(system, {
      action: 'company.balance_corrected',
      target: `company:${companyId}`,
      before: { balance: balance - amount },
      after: { balance, amount, reason },
    })
    return { amount: balance }
  },
} satisfies SomeOperations
