import { linePath } from '#contract/paths.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { recordLineLog } from './line-log.ts'
import { resume, searchLines, suspend } from './operating.sql.ts'

/** An operator's request can't be met; the message is for the operator. */
export class LineProblem extends OperatorProblem {}

export const operatedLines = (system: Database, keyword?: string) => searchLines(system, keyword, 200)

type Needed = Pick<Services, 'system' | 'config' | 'jobs'>

interface Decision {
  lineId: string
}

/** The acts, as the records of the people and the lines name them. */
export const operatedActs = { suspend: '平台暂停专线', resume: '平台恢复专线' } as const

/** Suspends a line: nobody can use it until it is resumed, but its time runs on and its address stays. Returns its name. */
export async function suspendLine(
  services: Needed,
  { lineId, reason }: Decision & { reason: string },
): Promise<string> {
  const { system } = services
  const line = await suspend(system, lineId, reason)
  if (!line) throw new LineProblem('没有这条专线，或它已暂停、已释放')
  await recordLineLog(system, line.company_id, [{ line_id: lineId, action: 'suspended', detail: reason }])
  await recordAudit(system, {
    action: 'line.suspended',
    target: `line:${lineId}`,
    before: { state: line.was },
    after: { state: 'suspended', reason },
  })
  await notifyCompany(
    system,
    services,
    { ...line, lineId },
    '平台暂停了专线',
    `已由平台暂停，谁都不能使用：${reason}。`,
  )
  return line.name
}

export async function resumeLine(services: Needed, { lineId }: Decision): Promise<string> {
  const { system } = services
  const line = await resume(system, lineId)
  if (!line) throw new LineProblem('没有这条专线，或它没有暂停，或因退款而暂停')
  await recordLineLog(system, line.company_id, [{ line_id: lineId, action: 'resumed', detail: '' }])
  await recordAudit(system, {
    action: 'line.resumed',
    target: `line:${lineId}`,
    before: { state: 'suspended', reason: line.was },
    after: { state: line.state },
  })
  await notifyCompany(system, services, { ...line, lineId }, '平台恢复了专线', '已由平台恢复，可以继续使用。')
  return line.name
}

/** People who lose a line in the middle of their work have to learn why before they ask. */
const notifyCompany = (
  transaction: Database,
  services: Needed,
  { company_id, lineId, name }: { company_id: string; lineId: string; name: string },
  title: string,
  text: string,
) =>
  notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_state',
    subject: `line_state:${lineId}:${Date.now()}`,
    title,
    text: `${name} ${text}`,
    link: linePath(lineId),
  })
