import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { actors } from '#server/testing/interleaving/actors.ts'
import { explore } from '#server/testing/interleaving/explore.ts'
import { interleavingGround } from '#server/testing/interleaving/ground.ts'
import { leftOut } from '#server/testing/interleaving/left-out.ts'
import { tablesOf } from '#server/testing/interleaving/outcome.ts'
import { uncompared } from '#server/testing/interleaving/uncompared.ts'

/*
 * Two concurrent changes of one company must end as if run one after the other, whatever the order of their statements. Each runs
 * on its own replica. INTERLEAVINGS=pairs runs a sample of the schedules of every pair; INTERLEAVINGS=all runs every schedule with
 * at most two switches and 200 random ones; otherwise a sample is run of the pairs known to conflict and of some others.
 * INTERLEAVINGS_SEED repeats a failed run, INTERLEAVINGS_ONLY selects the pairs that match it, as in `cancel × .*pay`.
 */
const extent = process.env.INTERLEAVINGS
const seed = Number(process.env.INTERLEAVINGS_SEED ?? Math.floor(Math.random() * 1_000_000))
const only = new RegExp(process.env.INTERLEAVINGS_ONLY ?? '')

const { system, pairOf } = await interleavingGround()

const names = Object.keys(actors)
type Names = readonly [string, string]
/** Pairs that may end unlike either order. */
const apart = [
  // Disabling ends the person's sessions, but a person admitted just before who presents the password may still erase their own
  // account.
  'setCompanyUser, disabled × deleteAccount',
  // A connection admitted just before the freeze is recorded as unauthorized, and the managers are warned.
  'reportConnections, connect × freezeCompany',
  'freezeCompany × reportConnections, connect',
]
const every: Names[] = names
  .flatMap((one, index) => names.slice(index).map(other => [one, other] as const))
  .filter(pair => !apart.includes(pair.join(' × ')))

/** Pairs that touch the same rows. */
const meeting: Names[] = [
  ['createOrder', 'createOrder'],
  ['createOrder, with a coupon', 'createOrder, with a coupon'],
  ['orderOpera, cancel', 'orderOpera, pay'],
  ['orderOpera, pay by balance', 'orderOpera, pay by balance'],
  ['orderOpera, pay by balance', 'orderOpera, pay another by balance'],
  ['orderOpera, pay by balance', 'payOrdersTogether'],
  // Restoring a line compares access before and after, as these acts do.
  ['orderOpera, pay a renewal after the end', 'orderOpera, pay a renewal after the end'],
  ['orderOpera, pay a renewal after the end', 'freezeCompany'],
  ['orderOpera, pay a renewal after the end', 'setVplGroupMembers'],
  ['orderOpera, pay a renewal after the end', 'extendLine'],
  // The order may change between the reads and the locks of requestTransfer, which then retries.
  ['orderOpera, pay by balance', 'requestTransfer'],
  ['closeSalesOrder', 'requestTransfer'],
  ['acceptProposal', 'acceptProposal'],
  ['acceptProposal', 'withdrawProposal'],
  ['acceptProposal', 'declineProposal'],
  ['acceptProposal', 'orderOpera, cancel what a proposal led to'],
  ['declineProposal', 'closeSalesOrder, what a proposal led to'],
  ['requestInvoice', 'requestPeriodInvoice'],
  ['setInvoiceSetting', 'delInvoiceTitle'],
  ['orderOpera, refund', 'orderOpera, refund'],
  ['orderOpera, refund', 'setCompanyUserService'],
  ['withdrawRefund', 'withdrawRefund'],
  ['withdrawRefund', 'requestRefund'],
  ['withdrawRefund', 'rejectRefund'],
  ['setCompanyUserService', 'setCompanyUserService, another'],
  ['setCompanyUserService', 'reclaimService'],
  ['setCompanyUserService', 'delCompanyUser'],
  ['batchSetDepartment', 'delDepartment'],
  ['deleteVplGroup', 'setVplGroupMembers'],
  ['setVplGroupMembers', 'setVplGroupMembers, adding'],
  ['setVplGroupMembers, adding', 'handOverEmployee'],
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
  ['getCoupon', 'getCoupon'],
  ['giftCompanyCoupon', 'giftCompanyCoupon'],
  ['orderOpera, pay by balance', 'decideApproval, confirm a correction'],
  ['bindCompanyVpl', 'setAddressState'],
  ['withdrawRequest', 'approveRequest'],
  ['joinCompany', 'declineCompany'],
  ['delCompanyUser, who is invited', 'acceptInvitation'],
  ['delCompanyUser, who is invited', 'declineInvitation'],
  ['deleteAccount', 'reportDevice'],
  ['deleteAccount', 'reportConnections, connect'],
]
/** A few of the other pairs; each seed selects different ones. */
const some = every.filter((_, index) => index % 500 === seed % 500)
const chosen = (extent ? every : [...meeting, ...some]).filter(pair => only.test(pair.join(' × ')))
const extents = {
  all: { random: 200 },
  pairs: { sample: 5, random: 3 },
  few: { sample: 5, random: 3 },
}

/** All other acts run alone in `erasure.fixture.ts`. */
const alone = names.filter(name =>
  /^(changeCompanyOwner|submitTransferVoucher|requestRefund|openTrial|declineTrial)|what a proposal led to/.test(name),
)
test.each(alone)('%s succeeds when it runs alone', async name => {
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

test('every changing call is played here or listed as left out', () => {
  const played = new Set(names.map(name => name.split(',')[0] ?? ''))
  const changes = [...Object.entries(contract), ...Object.entries(operations)]
    .filter(([, call]) => call.effect === 'change')
    .map(([name]) => name)
  expect(changes.filter(name => !played.has(name) && !leftOut.includes(name))).toEqual([])
  expect(leftOut.filter(name => played.has(name) || !changes.includes(name))).toEqual([])
  expect(leftOut.filter((name, index) => leftOut.indexOf(name) < index)).toEqual([])
})

test('every table of the catalogue is compared here or listed as not', async () => {
  const tables = (await tablesOf(system)).map(({ name }) => name)
  expect([...uncompared].filter(name => !tables.includes(name))).toEqual([])
})
