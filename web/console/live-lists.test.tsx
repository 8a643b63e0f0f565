import { expect, test, vi } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { announceCompanyChange } from '#web/data/company-change.ts'
import { newId } from '#web/testing/answers.ts'
import { openPage } from '#web/testing/open-page.tsx'

const [employee_id, svp_id] = [newId(), newId()]

test.each<[string, CallName]>([
  ['/control/requests', 'getRequestList'],
  ['/control/orderrecord?tab=proposals', 'getProposalList'],
  [`/control/orderrecord?tab=proposals&proposal=${newId()}`, 'getProposal'],
  [`/control/orderrecord?order_id=${newId()}`, 'getOrderDetailByOrderId'],
  ['/control/orderrecord?tab=invoices', 'getInvoiceList'],
  ['/control/orderrecord?tab=invoices&view=orders', 'getInvoiceableOrderList'],
  ['/control/balance?tab=statements', 'getStatementList'],
  [`/control/tickets?ticket=${newId()}`, 'getTicket'],
  [`/control/deviceManage?device=${newId()}`, 'getDeviceDetail'],
  [`/control/employeedetails?employee_id=${employee_id}`, 'getCompanyUserDetail'],
  [`/control/employeedetails?employee_id=${employee_id}`, 'getEmployeeVplList'],
  [`/control/managelinedetails?svp_id=${svp_id}`, 'getCompanyVplDetail'],
  [`/control/managelinedetails?svp_id=${svp_id}`, 'getVplUserList'],
  [`/control/managelinedetails?svp_id=${svp_id}`, 'getVplLog'],
  [`/control/managelinedetails?svp_id=${svp_id}`, 'getOrderInfoBySvpId'],
  ['/control/company', 'getTerminalApproval'],
  ['/control/company', 'getCompanyInfo'],
  ['/control/company', 'getTrial'],
  ['/control/openinterfaces', 'getApiTokenList'],
  ['/control/openinterfaces', 'getWebhookList'],
  ['/control/openinterfaces', 'getCompanyRobotList'],
  ['/control/openinterfaces', 'getLogStream'],
  ['/control/companysignin', 'getCompanySignIn'],
  ['/control/directory', 'getDirectory'],
  [`/control/employeedetails?employee_id=${employee_id}`, 'getCompanyUserList'],
  [`/control/deviceManage?device=${newId()}&view=log`, 'getDeviceLog'],
])('%s follows what others change by %s', async (address, name) => {
  const { calls } = openPage(address, {
    getCompanyUserDetail: { employee: { employee_id } },
    getCompanyVplDetail: { svp_id },
  })
  await vi.waitFor(() => expect(calls(name)).toHaveLength(1), { timeout: 20_000 })
  await new Promise(resolve => setTimeout(resolve, 60))
  announceCompanyChange()
  await vi.waitFor(() => expect(calls(name)).toHaveLength(2))
})
