import { planMembership, recordingOwnActs } from '#server/app/http/own-acts.ts'
import { planAccess } from '#server/app/http/plan-access.ts'
import type { Handlers } from '#server/app/http/portal-api.ts'
import { planRefund } from '#server/app/refund-plans.ts'
import { accessCalls } from '#server/modules/access/access.calls.ts'
import { loginCalls } from '#server/modules/accounts/login.calls.ts'
import { passkeysCalls } from '#server/modules/accounts/passkeys/passkeys.calls.ts'
import { profileCalls } from '#server/modules/accounts/profile.calls.ts'
import { terminalsCalls } from '#server/modules/accounts/terminals/terminals.calls.ts'
import { activityCalls } from '#server/modules/activity-log/activity-log.calls.ts'
import { announcementsCalls } from '#server/modules/announcements/announcements.calls.ts'
import { apiTokensCalls } from '#server/modules/api-tokens/api-tokens.calls.ts'
import { balanceCalls } from '#server/modules/balance/balance.calls.ts'
import { catalogueCalls } from '#server/modules/catalogue/catalogue.calls.ts'
import { channelsCalls } from '#server/modules/channels/channels.calls.ts'
import { clientsCalls } from '#server/modules/clients/clients.calls.ts'
import { waitingCalls } from '#server/modules/clients/waiting.calls.ts'
import { closingCalls } from '#server/modules/closing/requests.calls.ts'
import { companiesCalls } from '#server/modules/companies/companies.calls.ts'
import { companyChangesCalls } from '#server/modules/company-changes/company-changes.calls.ts'
import { complianceCalls } from '#server/modules/compliance/compliance.calls.ts'
import { connectionsCalls } from '#server/modules/connections/connections.calls.ts'
import { passportCalls } from '#server/modules/connections/passport.calls.ts'
import { contractsCalls } from '#server/modules/contracts/contracts.calls.ts'
import { costCalls } from '#server/modules/costs/costs.calls.ts'
import { couponsCalls } from '#server/modules/coupons/coupons.calls.ts'
import { customersCalls } from '#server/modules/customers/customers.calls.ts'
import { devicesCalls } from '#server/modules/devices/devices.calls.ts'
import { deviceExportCalls } from '#server/modules/devices/export.calls.ts'
import { directoryCalls } from '#server/modules/directory/directory.calls.ts'
import { providerCalls } from '#server/modules/directory/provider/provider.calls.ts'
import { downloadsCalls } from '#server/modules/downloads/downloads.calls.ts'
import { dutiesCalls } from '#server/modules/duties/duties.calls.ts'
import { handoverCalls } from '#server/modules/handover/handover.calls.ts'
import { leavingCalls } from '#server/modules/handover/leaving.calls.ts'
import { helpCalls } from '#server/modules/help/help.calls.ts'
import { invoicesCalls } from '#server/modules/invoices/invoices.calls.ts'
import { periodInvoicesCalls } from '#server/modules/invoices/period.calls.ts'
import { titlesCalls } from '#server/modules/invoices/titles.calls.ts'
import { bindingCalls } from '#server/modules/lines/binding.calls.ts'
import { lineExportCalls } from '#server/modules/lines/export.calls.ts'
import { lineGroupsCalls } from '#server/modules/lines/groups.calls.ts'
import { linesCalls } from '#server/modules/lines/lines.calls.ts'
import { listViewsCalls } from '#server/modules/list-views/list-views.calls.ts'
import { logStreamCalls } from '#server/modules/log-stream/log-stream.calls.ts'
import { noticesCalls } from '#server/modules/notices/notices.calls.ts'
import { ordersCalls } from '#server/modules/orders/orders.calls.ts'
import { placingCalls } from '#server/modules/orders/placing.calls.ts'
import { topUpCalls } from '#server/modules/orders/top-ups.calls.ts'
import { usableCouponsCalls } from '#server/modules/orders/usable-coupons.calls.ts'
import { paymentsCalls } from '#server/modules/payments/payments.calls.ts'
import { departmentsCalls } from '#server/modules/people/departments/departments.calls.ts'
import { changesCalls } from '#server/modules/people/employees/changes.calls.ts'
import { employeesCalls } from '#server/modules/people/employees/employees.calls.ts'
import { exportCalls } from '#server/modules/people/employees/export.calls.ts'
import { importCalls } from '#server/modules/people/employees/import.calls.ts'
import { invitationsCalls } from '#server/modules/people/employees/invitations.calls.ts'
import { hoursCalls } from '#server/modules/people/hours/hours.calls.ts'
import { membershipsCalls } from '#server/modules/people/memberships/memberships.calls.ts'
import { personalDataCalls } from '#server/modules/personal-data/personal-data.calls.ts'
import { proposalsCalls } from '#server/modules/proposals/proposals.calls.ts'
import { requestsCalls } from '#server/modules/requests/requests.calls.ts'
import { robotsCalls } from '#server/modules/robots/robots.calls.ts'
import { operaCalls } from '#server/modules/sales/opera.calls.ts'
import { shopBatchCalls } from '#server/modules/shops/batch.calls.ts'
import { shopImportCalls } from '#server/modules/shops/import.calls.ts'
import { shopsCalls } from '#server/modules/shops/shops.calls.ts'
import { signInLoginCalls } from '#server/modules/sign-in/logging-in.calls.ts'
import { signInCalls } from '#server/modules/sign-in/sign-in.calls.ts'
import { statementsCalls } from '#server/modules/statements/statements.calls.ts'
import { templatesCalls } from '#server/modules/templates/templates.calls.ts'
import { ticketsCalls } from '#server/modules/tickets/tickets.calls.ts'
import { trialsCalls } from '#server/modules/trials/trials.calls.ts'
import { uploadsCalls } from '#server/modules/uploads/uploads.calls.ts'
import { consentsCalls } from '#server/modules/verification/consents.calls.ts'
import { identityCalls } from '#server/modules/verification/identity.calls.ts'
import { webhooksCalls } from '#server/modules/webhooks/webhooks.calls.ts'

const ownActs = {
  ...membershipsCalls,
  ...leavingCalls,
  acceptInvitation: invitationsCalls.acceptInvitation,
  deleteAccount: personalDataCalls.deleteAccount,
}

/** Exhaustive over the contract: a call without a handler does not compile. */
export const handlers: Handlers = {
  ...loginCalls,
  ...balanceCalls,
  ...periodInvoicesCalls,
  ...statementsCalls,
  ...topUpCalls,
  ...requestsCalls,
  ...templatesCalls,
  ...listViewsCalls,
  ...dutiesCalls,
  ...companyChangesCalls,
  ...profileCalls,
  ...passkeysCalls,
  ...personalDataCalls,
  ...identityCalls,
  ...consentsCalls,
  ...channelsCalls,
  ...companiesCalls,
  ...downloadsCalls,
  ...helpCalls,
  ...announcementsCalls,
  ...uploadsCalls,
  ...departmentsCalls,
  ...employeesCalls,
  ...changesCalls,
  ...handoverCalls,
  ...leavingCalls,
  ...membershipsCalls,
  ...invitationsCalls,
  ...importCalls,
  ...exportCalls,
  ...hoursCalls,
  ...devicesCalls,
  ...deviceExportCalls,
  ...clientsCalls,
  ...waitingCalls,
  ...connectionsCalls,
  ...passportCalls,
  ...costCalls,
  ...complianceCalls,
  ...shopsCalls,
  ...shopBatchCalls,
  ...shopImportCalls,
  ...activityCalls,
  ...linesCalls,
  ...bindingCalls,
  ...lineExportCalls,
  ...lineGroupsCalls,
  ...accessCalls,
  planAccess: (context, input) => planAccess(handlers, context, input),
  ...recordingOwnActs(ownActs),
  planMembership: (context, input) => planMembership(ownActs, context, input),
  planRefund,
  ...noticesCalls,
  ...catalogueCalls,
  ...couponsCalls,
  ...usableCouponsCalls,
  ...terminalsCalls,
  ...apiTokensCalls,
  ...directoryCalls,
  ...providerCalls,
  ...signInCalls,
  ...signInLoginCalls,
  ...webhooksCalls,
  ...robotsCalls,
  ...logStreamCalls,
  ...ticketsCalls,
  ...closingCalls,
  ...proposalsCalls,
  ...contractsCalls,
  ...trialsCalls,
  ...customersCalls,
  ...titlesCalls,
  ...invoicesCalls,
  ...ordersCalls,
  ...placingCalls,
  ...operaCalls,
  ...paymentsCalls,
}
