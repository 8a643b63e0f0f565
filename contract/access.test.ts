import { expect, test } from 'vitest'
import { accessCalls, planAccess } from './access.ts'
import type { Call } from './call.ts'
import { contract } from './index.ts'

const calls = Object.entries(contract as Record<string, Call>)

/** A manager’s changes that never alter who may use which line, and why; everything else demands a plan. */
const harmless: Record<string, string> = {
  setVplGroup: 'A group’s name and remark grant nothing; a new group is empty.',
  delDepartment: 'It is refused while anybody is in the department or below it.',
  setCompanyUserRole: 'Managing is no right to a line.',
  inviteCompanyUser: 'Whoever is invited again may use nothing before agreeing.',
  setDuty: 'A role in the console is no right to a line.',
  addListView: 'It is how somebody looks at a list.',
  removeListView: 'It is how somebody looks at a list.',
  previewEmployeeImport: 'It keeps rows to look at.',
  setCompanyVpl: 'Name, remark and auto-renewal grant nothing.',
  getCompanyAdminCaptcha: 'It sends a code.',
  createWebhook: 'It tells a system of the company what happened.',
  setWebhook: 'It tells a system of the company what happened.',
  rotateWebhookSecret: 'It tells a system of the company what happened.',
  deleteWebhook: 'It tells a system of the company what happened.',
  skipWebhookMessage: 'It tells a system of the company what happened.',
  replayWebhook: 'It tells a system of the company what happened.',
  addCompanyRobot: 'It tells a group of the company what happened.',
  setCompanyRobot: 'It tells a group of the company what happened.',
  removeCompanyRobot: 'It tells a group of the company what happened.',
  tryCompanyRobot: 'It tells a group of the company what happened.',
  setLogStream: 'It tells a system of the company what happened.',
  removeLogStream: 'It tells a system of the company what happened.',
  tryLogStream: 'It tells a system of the company what happened.',
  createApiToken: 'A token uses no line.',
  setApiToken: 'A token uses no line.',
  rotateApiToken: 'A token uses no line.',
  revokeApiToken: 'A token uses no line.',
  setCompanySignIn: 'It is about how people log in.',
  switchCompanySignIn: 'It is about how people log in.',
  addCompanyDomain: 'It is about how people log in.',
  proveCompanyDomain: 'It is about how people log in.',
  removeCompanyDomain: 'It is about how people log in.',
  removeSignInLink: 'It is about how people log in.',
  beginSignInTest: 'It is about how people log in.',
  setDirectory: 'It says what the directory may do once its plan is accepted.',
  setDirectoryProvider: 'It says how the directory is read; what it does is planned.',
  fetchDirectory:
    'It reads the directory; what follows is followed and recorded as in the night (directory/compare.ts).',
  startDirectory:
    'Its own plan tells what it does, which is followed and recorded as a planned act is (directory/compare.ts).',
  runDirectory: 'It does what the directory does by itself, which is followed and recorded (directory/compare.ts).',
  stopDirectory: 'Everybody stays where they are.',
  setTerminalApproval: 'It is about where managers log in.',
  approveHeldLogin: 'It is about where managers log in.',
  rejectHeldLogin: 'It is about where managers log in.',
  setCompanyInfo: 'It changes how the company presents itself.',
  requestTrial: 'An operator grants it.',
  getCoupon: 'It is about money.',
  acceptProposal: 'What is bought is delivered once it is paid.',
  declineProposal: 'Nothing comes of it.',
  createOrder: 'What is bought is delivered once it is paid.',
  orderOpera: 'A renewal extends lines that nobody loses by it; a refund is decided by the provider.',
  getPayment: 'It asks the gateway.',
  submitTransferVoucher: 'An operator confirms the transfer.',
  topUpBalance: 'It is about money.',
  payOrdersTogether: 'What is bought is delivered once it is paid.',
  setInvoiceSetting: 'It is about paper.',
  requestPeriodInvoice: 'It is about paper.',
  setInvoiceTitle: 'It is about paper.',
  delInvoiceTitle: 'It is about paper.',
  requestInvoice: 'It is about paper.',
  withdrawInvoice: 'It is about paper.',
  setShop: 'A shop is seen from a line; it gives nobody the right to use it.',
  previewShopImport: 'It keeps rows to look at.',
  commitShopImport: 'A shop gives nobody the right to use a line.',
  setConnectionSettings: 'It says how a report is answered, which the right to the line does not depend on.',
  setTemplate: 'It says what somebody may be given later.',
  delTemplate: 'Whom it was applied to keeps everything.',
  openTicket: 'It asks the provider.',
  replyTicket: 'It asks the provider.',
  closeTicket: 'It asks the provider no more.',
  refuseRequest: 'Everything stays as it was.',
  requestCompliancePack: 'It writes down what there is.',
  openCompliancePack: 'It hands out a file.',
}

test('every change by a manager declares that it can alter access, or is listed as harmless', () => {
  const changes = calls.filter(([, { effect, access }]) => effect === 'change' && access === 'manager')
  const silent = changes.flatMap(([name, { changesAccess }]) => (changesAccess ? [] : [name]))
  expect(silent.sort()).toEqual(Object.keys(harmless).sort())
})

test('every call that can alter access has a plan with the same errors, and an activity entry', () => {
  const declared = calls.flatMap(([name, { changesAccess }]) => (changesAccess ? [name] : []))
  expect(declared.sort()).toEqual(Object.keys(accessCalls).sort())
  for (const [name, call] of Object.entries(accessCalls as Record<string, Call>)) {
    expect([name, call.activity !== undefined, call.access]).toEqual([name, true, 'manager'])
    for (const code of call.codes ?? []) expect(planAccess.codes, name).toContain(code)
  }
})
