import type { NoticeKind } from '#contract/records/notice.ts'
import type { RobotNotice } from '#contract/robot-names.ts'
import type { Database } from '#server/database/database.ts'
import type { CompanyNotice } from '#server/engines/notices/company-notice.ts'
import { requestIdOf } from '#server/modules/requests/requests.ts'
import { leaveMessages } from './robots.sql.ts'

/** The notices that a group may receive, of all that managers receive. */
const kindsOf: Partial<Record<NoticeKind, RobotNotice>> = {
  request_waiting: 'requests',
  request_decided: 'decisions',
  service_ending: 'services',
  balance_low: 'balance',
  line_ending: 'lines',
  line_ended: 'lines',
  line_state: 'lines',
  ticket_answered: 'tickets',
  order_paid: 'orders',
}

/** A group may include people who manage nothing: only managers may read the reason of a request and its answer. */
const kept: Partial<Record<RobotNotice, string>> = {
  requests: '由管理员登录后处理。',
  tickets: '答复内容请登录后查看。',
}

/** Sends the company's groups the notices that its managers have just received, in the same transaction. */
export async function notifyRobots(transaction: Database, notice: CompanyNotice): Promise<void> {
  const kind = kindsOf[notice.kind]
  if (!kind) return
  const { title, text, link, subject } = notice
  const requestId = kind === 'requests' ? requestIdOf(subject) : null
  await leaveMessages(transaction, notice.companyId, kind, { title, text: kept[kind] ?? text, link, requestId })
}
