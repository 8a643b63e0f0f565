import { identityCalls } from './accounts/identity.calls.ts'
import { loginCalls } from './accounts/login.calls.ts'
import { profileCalls } from './accounts/profile.calls.ts'
import { channelsCalls } from './channels/channels.calls.ts'
import { clientsCalls } from './clients/clients.calls.ts'
import { companiesCalls } from './companies/companies.calls.ts'
import { devicesCalls } from './devices/devices.calls.ts'
import { downloadsCalls } from './downloads/downloads.calls.ts'
import { helpCalls } from './help/help.calls.ts'
import type { Handlers } from './http/calls.ts'
import { noticesCalls } from './notices/notices.calls.ts'
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
  ...uploadsCalls,
  ...devicesCalls,
  ...clientsCalls,
  ...noticesCalls,
}
