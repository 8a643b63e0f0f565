import { alertOwnerJob } from '#server/engines/audit/own-security.ts'
import { foldCounters } from '#server/engines/counters/fold-counters.ts'
import { removeFilesJob } from '#server/engines/files/jobs.ts'
import { removeFilesOf } from '#server/engines/files/unused.ts'
import { alertOwner } from '#server/engines/health/alert-owner.ts'
import { deliverAgain } from '#server/engines/health/deliver.ts'
import { deliverPushJob } from '#server/engines/health/jobs.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import { jobKind } from '#server/engines/jobs/jobs.ts'
import { type Task, task } from '#server/engines/jobs/task.ts'
import { sendSmsJob } from '#server/engines/messages/jobs.ts'
import { sendSms } from '#server/engines/messages/send-sms.ts'
import { remindOfTokens } from '#server/modules/api-tokens/token-reminders.ts'
import { announceApprovals } from '#server/modules/approvals/announce-approvals.ts'
import { sendAudit } from '#server/modules/audit-log/audit-stream.ts'
import { sendAuditJob } from '#server/modules/audit-log/jobs.ts'
import { applyPricesJob } from '#server/modules/catalogue/jobs.ts'
import { applyDuePrices } from '#server/modules/catalogue/pricing.ts'
import { writePackJob } from '#server/modules/compliance/jobs.ts'
import { writePack } from '#server/modules/compliance/write-pack.ts'
import { chainConnections } from '#server/modules/connections/chain.ts'
import { checkChains } from '#server/modules/connections/check-chains.ts'
import { endSilent } from '#server/modules/connections/ending.ts'
import { keepEnds } from '#server/modules/connections/kept-ends.ts'
import { keepChains } from '#server/modules/connections/upkeep.ts'
import { closeMonths } from '#server/modules/costs/closing.ts'
import { closeMonthsJob } from '#server/modules/costs/jobs.ts'
import { giveCoupons } from '#server/modules/coupons/gift-job.ts'
import { giveCouponsJob } from '#server/modules/coupons/jobs.ts'
import { notifyDueFollowUps } from '#server/modules/customers/follow-ups.ts'
import { keepFinishedDays } from '#server/modules/dashboard/dashboard.calls.ts'
import { compareDirectories } from '#server/modules/directory/nightly.ts'
import { readDirectoryJob, rereadHintedJob } from '#server/modules/directory/provider/jobs.ts'
import { readDirectory, rereadHinted } from '#server/modules/directory/provider/reading.ts'
import { remindOfGuests } from '#server/modules/handover/guest-reminders.ts'
import { endGuests } from '#server/modules/handover/guests.ts'
import { prepareRestoreJob, switchRestoreJob } from '#server/modules/health/jobs.ts'
import { publishScheduled } from '#server/modules/help/editing.ts'
import { publishArticleJob } from '#server/modules/help/jobs.ts'
import { mailInvoiceJob } from '#server/modules/invoices/jobs.ts'
import { mailInvoice } from '#server/modules/invoices/mail-invoice.ts'
import { invoiceMonths } from '#server/modules/invoices/period.ts'
import { queryDueRequests, queryTaxService } from '#server/modules/invoices/tax/asking.ts'
import { askTaxServiceJob } from '#server/modules/invoices/tax/jobs.ts'
import { endGrants } from '#server/modules/lines/ending.ts'
import { applyLineChoicesJob } from '#server/modules/lines/jobs.ts'
import { recordLapsed } from '#server/modules/lines/lapsing.ts'
import { lineNotices } from '#server/modules/lines/line-notices.ts'
import { recordRunOut } from '#server/modules/lines/running-out.ts'
import { maintainLines } from '#server/modules/lines/upkeep.ts'
import { applyLineChoices } from '#server/modules/lines/wishes.ts'
import { sendLogStreamsJob } from '#server/modules/log-stream/jobs.ts'
import { sendLogStreams } from '#server/modules/log-stream/send.ts'
import { importAddresses } from '#server/modules/network/import-job.ts'
import { importAddressesJob } from '#server/modules/network/jobs.ts'
import { serviceNotices } from '#server/modules/notices/service-notices.ts'
import { closeOrderJob } from '#server/modules/orders/jobs.ts'
import { readBills } from '#server/modules/payments/bills/read-bills.ts'
import { payRenewalsJob, readBillsJob, sendRefundJob } from '#server/modules/payments/jobs.ts'
import { askAboutLost } from '#server/modules/payments/lost-payments.ts'
import { reconcilePayments } from '#server/modules/payments/reconcile.ts'
import { sendRefund } from '#server/modules/payments/refunds.ts'
import { payRenewals, renewLinesByThemselves } from '#server/modules/payments/renewals.ts'
import { warnOfShortBalances } from '#server/modules/payments/short-balances.ts'
import { importEmployees } from '#server/modules/people/employees/import-job.ts'
import { importEmployeesJob } from '#server/modules/people/employees/jobs.ts'
import { lapseInvitations } from '#server/modules/people/employees/joining.ts'
import { sendWaitingInvitations } from '#server/modules/people/employees/waiting-invitations.ts'
import { endProposals } from '#server/modules/proposals/ending.ts'
import { lapseRequests } from '#server/modules/requests/requests.ts'
import { deliverRobots } from '#server/modules/robots/deliver.ts'
import { deliverRobotsJob } from '#server/modules/robots/jobs.ts'
import { closeOrder, closeOverdue } from '#server/modules/sales/closing.ts'
import { notifyOverdueTickets } from '#server/modules/tickets/overdue.ts'
import { endTrials } from '#server/modules/trials/ending.ts'
import { deliverWebhooks } from '#server/modules/webhooks/deliver.ts'
import { deliverWebhooksJob } from '#server/modules/webhooks/jobs.ts'
import { rehearseJob, takeBaseJob } from './recovery/jobs.ts'
import { rehearseRestore, takeBaseBackup } from './recovery/nightly.ts'
import { prepareRestore } from './recovery/prepare-restore.ts'
import { switchRestored } from './recovery/switch-restored.ts'
import { sweep } from './sweep.ts'

const everyMinute = { cron: '* * * * *', attempts: 1 }

/** All background work: first the jobs that modules enqueue, then the scheduled ones. */
export const tasks: Task[] = [
  task(sendSmsJob, sendSms),
  task(removeFilesJob, removeFilesOf),
  task(deliverPushJob, deliverAgain),
  task(alertOwnerJob, alertOwner),
  task(importEmployeesJob, importEmployees),
  task(writePackJob, writePack),
  task(importAddressesJob, importAddresses),
  task(giveCouponsJob, giveCoupons),
  task(closeOrderJob, closeOrder),
  task(applyLineChoicesJob, applyLineChoices),
  task(applyPricesJob, (services, _payload, { log }) => applyDuePrices({ ...services, log })),
  task(sendRefundJob, sendRefund),
  task(payRenewalsJob, payRenewals),
  task(mailInvoiceJob, mailInvoice),
  task(askTaxServiceJob, queryTaxService),
  task(
    jobKind('ask_tax_service_again', { lane: 'slow' }),
    (services, _payload, job) => queryDueRequests(services, job),
    everyMinute,
  ),
  // At 9:27 in China; a month that has ended is found until it has been processed.
  task(jobKind('invoice_months'), (services, _payload, job) => invoiceMonths(services, job), {
    cron: '27 1 * * *',
    attempts: 3,
  }),
  // At 0:43 in China, when late reports of clients have arrived.
  task(closeMonthsJob, (services, _payload, job) => closeMonths(services, job), {
    cron: '43 16 * * *',
    attempts: 3,
  }),
  // From 10:11 in China, when the gateways have produced the previous day's bills.
  task(readBillsJob, (services, _payload, { log, stopping }) => readBills({ ...services, log }, stopping), {
    cron: '11 2-15 * * *',
    attempts: 3,
  }),
  task(prepareRestoreJob, prepareRestore),
  task(switchRestoreJob, switchRestored),
  task(publishArticleJob, publishScheduled),
  // Woken by events; the schedule covers those that a lost connection has missed.
  task(deliverWebhooksJob, deliverWebhooks, everyMinute),
  task(deliverRobotsJob, deliverRobots, everyMinute),
  task(sendLogStreamsJob, sendLogStreams, everyMinute),
  task(sendAuditJob, sendAudit, everyMinute),
  task(jobKind('tell_approvals', { lane: 'slow' }), announceApprovals, everyMinute),
  task(jobKind('sweep', { lane: 'slow' }), (services, _payload, job) => sweep(services, job), {
    cron: '17 * * * *',
    attempts: 3,
  }),
  // Before dawn in China: the base backup at 3:47, its rehearsal at 4:37.
  task(takeBaseJob, takeBaseBackup, { cron: '47 19 * * *', attempts: 5 }),
  task(rehearseJob, rehearseRestore, { cron: '37 20 * * *', attempts: 2 }),
  task(readDirectoryJob, readDirectory),
  task(rereadHintedJob, rereadHinted),
  // At 2:31 in China.
  task(jobKind('compare_directories', { lane: 'long' }), compareDirectories, { cron: '31 18 * * *', attempts: 2 }),
  // From 9:53 in China, by day, as people are reached by their phones.
  task(jobKind('send_waiting_invitations'), sendWaitingInvitations, { cron: '53 1-12 * * *', attempts: 3 }),
  task(jobKind('lapse_invitations'), lapseInvitations, { cron: '13 * * * *', attempts: 3 }),
  task(jobKind('lapse_requests'), lapseRequests, { cron: '19 * * * *', attempts: 3 }),
  task(jobKind('keep_days'), async services => void (await keepFinishedDays(services)), {
    cron: '7 * * * *',
    attempts: 3,
  }),
  task(jobKind('fold_counters'), (services, _payload, job) => foldCounters(services, job), everyMinute),
  task(jobKind('close_overdue'), closeOverdue, everyMinute),
  task(
    jobKind('reconcile_payments', { lane: 'payments' }),
    async (services, _payload, { log, stopping }) => {
      await reconcilePayments({ ...services, log }, stopping)
      await askAboutLost({ ...services, log }, stopping)
    },
    everyMinute,
  ),
  task(jobKind('keep_lines_up'), (services, _payload, job) => maintainLines(services, job), everyMinute),
  task(
    jobKind('chain_connections', { lane: 'slow' }),
    async (services, _payload, job) => {
      const alone = forEachIsolated(job, '连接记录的每分钟的工作没有做完')
      await alone.run([endSilent, chainConnections, keepEnds], async work => void (await work(services, job)))
      alone.end()
    },
    everyMinute,
  ),
  // Shortly after a day has ended in China.
  task(jobKind('keep_chains', { lane: 'slow' }), (services, _payload, job) => keepChains(services, job), {
    cron: '9 16 * * *',
    attempts: 3,
  }),
  // At 3:13 in China, well after the day's signature.
  task(jobKind('check_chains', { lane: 'long' }), (services, _payload, job) => checkChains(services, job), {
    cron: '13 19 * * *',
    attempts: 2,
  }),
  task(jobKind('end_grants'), endGrants, everyMinute),
  task(jobKind('tell_lapsed'), recordLapsed, everyMinute),
  task(jobKind('tell_run_out'), recordRunOut, everyMinute),
  task(jobKind('end_guests'), endGuests, everyMinute),
  task(jobKind('remind_of_guests'), remindOfGuests, { cron: '23 * * * *', attempts: 3 }),
  task(jobKind('remind_of_tokens'), remindOfTokens, { cron: '27 * * * *', attempts: 3 }),
  task(jobKind('end_trials'), (services, _payload, job) => endTrials(services, job), everyMinute),
  task(jobKind('end_proposals'), endProposals, everyMinute),
  task(jobKind('tell_overdue_tickets'), notifyOverdueTickets, everyMinute),
  // From 8:03 in China, at the beginning of the day.
  task(jobKind('tell_follow_ups'), notifyDueFollowUps, { cron: '3 0-12 * * *', attempts: 3 }),
  task(
    jobKind('renew_lines'),
    async (services, _payload, job) => {
      // A failed order must not hold up the payment of others.
      const alone = forEachIsolated(job, '自动续费没有做完')
      const both = [() => renewLinesByThemselves(services, job), () => payRenewals(services, {}, job)]
      await alone.run(both, work => work())
      alone.end()
    },
    { cron: '41 * * * *', attempts: 3 },
  ),
  // Only by day in China, from 9:23 to 20:29: some notices are also sent as text messages.
  task(jobKind('service_notices'), (services, _payload, job) => serviceNotices(services, job), {
    cron: '23 1-12 * * *',
    attempts: 3,
  }),
  task(jobKind('warn_of_short_balances'), (services, _payload, job) => warnOfShortBalances(services, job), {
    cron: '37 2 * * *',
    attempts: 3,
  }),
  task(jobKind('line_notices'), (services, _payload, job) => lineNotices(services, job), {
    cron: '29 1-12 * * *',
    attempts: 3,
  }),
]
