import type { SomeHandlers } from '#server/engines/context.ts'
import { exportTable } from '#server/engines/sheets/export-table.ts'
import { balanceOf } from './balance.ts'
import { ledgerPage, ledgerTable } from './ledger.ts'

export const balanceCalls = {
  async getBalance({ company, membership: { companyId } }) {
    return { amount: await balanceOf(company, companyId) }
  },

  getBalanceLedger: ({ company, membership: { companyId } }, input) => ledgerPage(company, companyId, input),

  exportBalanceLedger: (context, filter) =>
    exportTable(context, ledgerTable(context.company, context.membership.companyId, filter)),
} satisfies SomeHandlers
