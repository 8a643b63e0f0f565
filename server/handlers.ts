import { identityCalls } from './accounts/identity.calls.ts'
import { loginCalls } from './accounts/login.calls.ts'
import { profileCalls } from './accounts/profile.calls.ts'
import { announcementsCalls } from './announcements/announcements.calls.ts'
import { catalogueCalls } from './catalogue/catalogue.calls.ts'
import { channelsCalls } from './channels/channels.calls.ts'
import { clientsCalls } from './clients/clients.calls.ts'
import { waitingCalls } from './clients/waiting.calls.ts'
import { companiesCalls } from './companies/companies.calls.ts'
import { couponsCalls } from './coupons/coupons.calls.ts'
import { departmentsCalls } from './departments/departments.calls.ts'
import { devicesCalls } from './devices/devices.calls.ts'
import { deviceExportCalls } from './devices/export.calls.ts'
import { downloadsCalls } from './downloads/downloads.calls.ts'
import { changesCalls } from './employees/changes.calls.ts'
import { employeesCalls } from './employees/employees.calls.ts'
import { exportCalls } from './employees/export.calls.ts'
import { handoverCalls } from './employees/handover.calls.ts'
import { importCalls } from './employees/import.calls.ts'
import { invitationsCalls } from './employees/invitations.calls.ts'
import { helpCalls } from './help/help.calls.ts'
import { hoursCalls } from './hours/hours.calls.ts'
import type { Handlers } from './http/portal-half.ts'
import { invoicesCalls } from './invoices/invoices.calls.ts'
import { titlesCalls } from './invoices/titles.calls.ts'
import { lineAccessCalls } from './lines/access.calls.ts'
import { bindingCalls } from './lines/binding.calls.ts'
import { lineExportCalls } from './lines/export.calls.ts'
import { lineGroupsCalls } from './lines/groups.calls.ts'
import { linesCalls } from './lines/lines.calls.ts'
import { noticesCalls } from './notices/notices.calls.ts'
import { operaCalls } from './orders/opera.calls.ts'
import { ordersCalls } from './orders/orders.calls.ts'
import { placingCalls } from './orders/placing.calls.ts'
import { paymentsCalls } from './payments/payments.calls.ts'
import { uploadsCalls } from './uploads/uploads.calls.ts'

/** Total over the contract: a call without a handler does not compile. */
export const handlers: Handlers = {
  ...loginCalls,
  ...profileCalls,
  ...identityCalls,
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
  ...invitationsCalls,
  ...importCalls,
  ...exportCalls,
  ...hoursCalls,
  ...devicesCalls,
  ...deviceExportCalls,
  ...clientsCalls,
  ...waitingCalls,
  ...linesCalls,
  ...bindingCalls,
  ...lineExportCalls,
  ...lineGroupsCalls,
  ...lineAccessCalls,
  ...noticesCalls,
  ...catalogueCalls,
  ...couponsCalls,
  ...titlesCalls,
  ...invoicesCalls,
  ...ordersCalls,
  ...placingCalls,
  ...operaCalls,
  ...paymentsCalls,
}
