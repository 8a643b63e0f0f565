import { expect, test } from 'vitest'
import type { Call } from './call.ts'
import { contract } from './index.ts'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'

/**
 * Every declared limit with its calls. The tests of a limit read its declaration and would follow one that was widened by mistake,
 * so an intended change of a limit is made here as well.
 */
const limits = {
  'proof: 60 in 3600 s by address': 'getProofChallenge',
  'login: 600 in 600 s by login': 'wLogin logInWithPasskey completeCompanySignIn',
  'identity: 30 in 86400 s by account': 'wAuth',
  'passkey-login: 3000 in 3600 s by address': 'beginPasskeyLogin',
  'passkey: 60 in 3600 s by account': 'beginPasskey beginPasskeyProof',
  'robot-trial: 10 in 600 s by company': 'tryCompanyRobot',
  'try-log-stream: 30 in 3600 s by company': 'tryLogStream',
  'fetch-directory: 30 in 3600 s by company': 'fetchDirectory',
  'run-directory: 30 in 3600 s by company': 'runDirectory',
  'domain-proof: 60 in 3600 s by company': 'proveCompanyDomain',
  'sign-in-test: 60 in 3600 s by company': 'beginSignInTest',
  'find-sign-in: 3000 in 3600 s by address': 'findCompanySignIn',
  'begin-sign-in: 3000 in 3600 s by address': 'beginCompanySignIn',
  'complete-sign-in: 6000 in 3600 s by address': 'completeCompanySignIn',
  'article-vote: 60 in 600 s by address': 'rateArticle',
  'company-names: 60 in 600 s by address': 'getCompanyForDropList',
  'company-check: 60 in 600 s by address': 'checkCompanyInfo',
  'promotion-code: 30 in 600 s by address': 'verifyPromotionCode',
  'channel-register: 20 in 3600 s by address': 'channelRegister',
  'compliance-pack: 10 in 86400 s by company': 'requestCompliancePack',
  'costs: 300 in 600 s by company': 'getCosts getCostOverview getIdle',
  'export: 60 in 3600 s by company': `
    exportCosts exportCompanyUsers getEmployeeImportTemplate exportServiceLedger exportDevices exportCompanyActivity
    exportVpls getShopImportTemplate exportPassport exportPassportPdf exportOrders getOrderContract getProposalContract
    getCreditNote exportBalanceLedger exportStatement exportShops exportTickets exportInvoices exportProposals
    exportDuties`,
  'import: 60 in 3600 s by company': 'previewEmployeeImport previewShopImport',
  'invitation: 60 in 600 s by address': 'getInvitation acceptInvitation declineInvitation',
  'plan: 120 in 600 s by account': 'planMembership',
  'device-challenge: 600 in 600 s by address': 'getDeviceChallenge',
  'tickets: 30 in 3600 s by company': 'openTicket replyTicket requestClosing',
  'plan: 1200 in 600 s by company': 'planAccess planRefund',
  'access-request: 30 in 3600 s by account': 'requestAccess',
  'request-link: 60 in 600 s by account': 'openRequestLink',
  'coupon-claims: 60 in 60 s by company': 'getCoupon',
  'top-up: 60 in 3600 s by company': 'topUpBalance payOrdersTogether',
  'export:operator: 60 in 3600 s by operator': `
    exportFigures exportSalesOrders getRefundCreditNote getSalesOrderContract getSalesProposalContract exportAudit`,
  'plan: 600 in 600 s by operator': 'planOperation planSalesRefund',
  'unmask-id: 20 in 3600 s by operator': 'unmaskIdNumber',
  'unmask: 60 in 3600 s by operator': 'unmaskPhone',
  'ticket-files: 60 in 3600 s by operator': 'uploadTicketFile',
  'coupon-gift: 120 in 3600 s by operator': 'previewCouponGift',
  'operator-passkey-login: 120 in 3600 s by address': 'beginOperatorPasskeyLogin',
  'operator-passkey: 60 in 3600 s by operator': 'beginOwnPasskey beginOwnPasskeyProof',
  'test-push: 20 in 600 s by operator': 'sendTestPush',
  'prepare-restore: 10 in 3600 s by operator': 'prepareRestore',
}

test('exactly the listed limits are declared', () => {
  const declared: Record<string, string[]> = {}
  for (const [name, call] of Object.entries<Call | Operation>({ ...contract, ...operations })) {
    for (const limit of call.limits ?? []) {
      const line = `${limit.name}: ${limit.max} in ${limit.seconds} s by ${limit.by}`
      declared[line] = [...(declared[line] ?? []), name].sort()
    }
  }
  const expected = Object.entries(limits).map(([line, names]) => [line, names.split(/\s+/).filter(Boolean).sort()])
  expect(declared).toEqual(Object.fromEntries(expected))
})
