import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { companies } from '#contract/operations/companies.ts'
import { sales } from '#contract/operations/sales.ts'
import { trials } from '#contract/operations/trials.ts'
import { actors } from '#server/testing/interleaving/actors.ts'
import { explore } from '#server/testing/interleaving/explore.ts'
import { interleavingGround } from '#server/testing/interleaving/ground.ts'

/*
 * Two changes of one company at once end like one after the other, whatever the order of their statements. Each goes to a
 * replica of its own. INTERLEAVINGS=pairs plays a sample of the schedules of every pair, INTERLEAVINGS=all every schedule
 * with at most two switches and 200 at random; otherwise a sample of those that are known to meet, and of some others.
 * INTERLEAVINGS_SEED repeats what failed, INTERLEAVINGS_ONLY takes the pairs that match it, as in
 * `cancel × .*pay`.
 */
const extent = process.env.INTERLEAVINGS
const seed = Number(process.env.INTERLEAVINGS_SEED ?? Math.floor(Math.random() * 1_000_000))
const only = new RegExp(process.env.INTERLEAVINGS_ONLY ?? '')

const { system, pairOf } = await interleavingGround()

const names = Object.keys(actors)
type Names = readonly [string, string]
const every: Names[] = names.flatMap((one, index) => names.slice(index).map(other => [one, other] as const))

/** These meet in the same rows. */
const meeting: Names[] = [
  ['createOrder', 'createOrder'],
  ['createOrder, with a coupon', 'createOrder, with a coupon'],
  ['orderOpera, cancel', 'orderOpera, pay'],
  ['orderOpera, pay by balance', 'orderOpera, pay by balance'],
  ['orderOpera, pay by balance', 'orderOpera, pay another by balance'],
  ['orderOpera, pay by balance', 'payOrdersTogether'],
  // A line that comes back is compared, as what these do is.
  ['orderOpera, pay a renewal after the end', 'orderOpera, pay a renewal after the end'],
  ['orderOpera, pay a renewal after the end', 'freezeCompany'],
  ['orderOpera, pay a renewal after the end', 'setVplGroupMembers'],
  ['orderOpera, pay a renewal after the end', 'extendLine'],
  // The order changes while it is asked; it is asked anew.
  ['orderOpera, pay by balance', 'requestTransfer'],
  ['closeSalesOrder', 'requestTransfer'],
  ['acceptProposal', 'acceptProposal'],
  ['acceptProposal', 'withdrawProposal'],
  ['acceptProposal', 'declineProposal'],
  ['requestInvoice', 'requestPeriodInvoice'],
  ['setInvoiceSetting', 'delInvoiceTitle'],
  ['orderOpera, refund', 'orderOpera, refund'],
  ['orderOpera, refund', 'setCompanyUserService'],
  ['setCompanyUserService', 'setCompanyUserService, another'],
  ['setCompanyUserService', 'reclaimService'],
  ['setCompanyUserService', 'delCompanyUser'],
  ['batchSetDepartment', 'delDepartment'],
  ['deleteVplGroup', 'setVplGroupMembers'],
  ['setConnectionSettings', 'setConnectionSettings'],
  ['setVplGroupLines', 'setVplGroupMembers'],
  ['bindCompanyVpl', 'bindCompanyVpl, another line'],
  ['applyTemplate', 'delDepartment'],
  ['applyTemplate', 'delTemplate'],
  ['applyTemplate', 'setTemplate, changed'],
  ['applyTemplate', 'deleteVplGroup'],
  ['approveRequest', 'refuseRequest'],
  ['approveRequest', 'delCompanyUser'],
  ['setDuty', 'setCompanyUserRole'],
  ['setDuty', 'delCompanyUser'],
  ['decideApproval, confirm', 'decideApproval, reject'],
  ['requestInvoice', 'requestInvoice'],
]
/** A few of the others, with each seed other ones. */
const some = every.filter((_, index) => index % 150 === seed % 150)
const chosen = (extent ? every : [...meeting, ...some]).filter(pair => only.test(pair.join(' × ')))
const extents = {
  all: { random: 200 },
  pairs: { sample: 5, random: 3 },
  few: { sample: 5, random: 3 },
}

test.each(names)('%s succeeds when it runs alone', async name => {
  const { requests } = await pairOf([name, name])
  expect(await requests[0]()).toBe(200)
})

test.each(chosen)(`concurrent %s and %s are serializable (seed ${seed})`, { timeout: 3_600_000 }, async (...pair) => {
  const how = extents[extent === 'all' || extent === 'pairs' ? extent : 'few']
  const explored = await explore(() => pairOf(pair), { system, seed, ...how })
  expect(explored.divergences).toEqual([])
  if (extent === 'all')
    console.log(`${explored.schedules} schedules of ${explored.statements.join(' and ')} statements`)
})

/** Calls of the company's own people and of the operators that change a company and are not played here yet. */
const left = new Set([
  // They take a code that came by short message, or a file.
  ...['deviceAudit', 'deviceAuthStatusChange', 'getCompanyAdminCaptcha', 'previewEmployeeImport'],
  ...['commitEmployeeImport', 'issueInvoiceRequest', 'requestStatement', 'previewShopImport', 'commitShopImport'],
  // They begin where a payment or an invoice has gone wrong; their own tests race them.
  ...['returnWrongPayment', 'settleWrongPayment', 'resendRefund', 'markRefundSent', 'reverseIssuedInvoice'],
  // They begin with a tax service, which the portal of these tests has none of; tax.test.ts races them.
  ...['issueByTaxService', 'askTaxServiceNow', 'stopTaxService', 'reverseByTaxService'],
  'returnTransferParts',
  ...['undoActivity', 'openVoucher', 'unmaskPhone'],
  // They concern a gateway's bill of a day, which belongs to no company.
  ...['handleBillDifference', 'readBillAgain'],
  // They concern logins and change nothing else of the company.
  ...['setTerminalApproval', 'approveHeldLogin', 'rejectHeldLogin', 'endTerminalApproval'],
  ...['endSessionsFor', 'releaseLogin'],
  ...['setCompanySignIn', 'switchCompanySignIn', 'addCompanyDomain', 'proveCompanyDomain', 'removeCompanyDomain'],
  ...['removeSignInLink', 'beginSignInTest'],
  // A directory's comparisons go one after the other, behind the lock of the company's access; their own tests repeat them.
  ...['setDirectory', 'setDirectoryProvider', 'fetchDirectory', 'startDirectory', 'stopDirectory', 'runDirectory'],
  // They make and end credentials; their own tests race them.
  ...['createApiToken', 'setApiToken', 'rotateApiToken', 'revokeApiToken'],
  // It writes down what there is, for one person at a time; its own tests ask for two at once.
  ...['requestCompliancePack', 'openCompliancePack'],
  // They are how somebody looks at lists, which no other act reads.
  ...['addListView', 'removeListView'],
  // They change where events go, which no other act reads but the one that delivers them.
  ...['createWebhook', 'setWebhook', 'rotateWebhookSecret', 'deleteWebhook', 'skipWebhookMessage', 'replayWebhook'],
  ...['addCompanyRobot', 'setCompanyRobot', 'removeCompanyRobot', 'tryCompanyRobot'],
  ...['setLogStream', 'removeLogStream', 'tryLogStream'],
])

test('every change of a company is tested here or listed as left out', () => {
  const played = new Set(names.map(name => name.split(',')[0]))
  const ofOperators = { ...companies, ...sales, ...trials }
  const changes = [
    ...Object.entries(contract).filter(([, call]) => call.effect === 'change' && call.access === 'manager'),
    ...Object.entries(ofOperators).filter(([, call]) => call.effect === 'change'),
  ].map(([name]) => name)
  expect(changes.filter(name => !played.has(name) && !left.has(name))).toEqual([])
  expect([...left].filter(name => played.has(name) || !changes.includes(name))).toEqual([])
})
