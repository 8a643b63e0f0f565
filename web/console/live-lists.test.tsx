import { expect, test, vi } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

test.each<[string, CallName]>([
  ['/control/requests', 'getRequestList'],
  ['/control/orderrecord?tab=proposals', 'getProposalList'],
  [`/control/orderrecord?tab=proposals&proposal=${newId()}`, 'getProposal'],
  [`/control/orderrecord?order_id=${newId()}`, 'getOrderDetailByOrderId'],
  ['/control/orderrecord?tab=invoices', 'getInvoiceList'],
  ['/control/orderrecord?tab=invoices&view=orders', 'getInvoiceableOrderList'],
  ['/control/balance?tab=statements', 'getStatementList'],
])('%s follows what others change by %s', async (address, name) => {
  const { calls } = openPage(address)
  await vi.waitFor(() => expect(calls(name)).toHaveLength(1), { timeout: 20_000 })
  await new Promise(resolve => setTimeout(resolve, 60))
  announceCompanyChange()
  await vi.waitFor(() => expect(calls(name)).toHaveLength(2))
})
