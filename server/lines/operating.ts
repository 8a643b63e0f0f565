import type { Database } from '../database/database.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import { insertLineLog } from './delivery.sql.ts'
import { type Operated, resume, searchLines, suspend } from './operating.sql.ts'

/** An operator's request that can't be met; the message is for the operator. */
export class LineProblem extends OperatorProblem {}

export const operatedLines = (system: Database, keyword?: string): Promise<Operated[]> =>
  searchLines(system, keyword, 200)

interface Decision {
  lineId: string
  /** As the audit names the operator; the company sees 平台. */
  actor: string
}

/** As the company's log names whoever of the provider's it was. */
export const shownActor = '平台'

/** Nobody can use the line until it is resumed; its time runs on and its address stays. Answers its name. */
export function suspendLine(
  system: Database,
  { lineId, actor, reason }: Decision & { reason: string },
): Promise<string> {
  return system.transaction(async transaction => {
    const line = await suspend(transaction, lineId, reason)
    if (!line) throw new LineProblem('没有这条专线，或它已暂停、已释放')
    await log(transaction, line.company_id, lineId, 'suspended', reason)
    await recordAudit(transaction, {
      actor,
      action: 'line.suspended',
      target: `line:${lineId}`,
      before: { state: line.was },
      after: { state: 'suspended', reason },
    })
    return line.name
  })
}

export function resumeLine(system: Database, { lineId, actor }: Decision): Promise<string> {
  return system.transaction(async transaction => {
    const line = await resume(transaction, lineId)
    if (!line) throw new LineProblem('没有这条专线，或它没有暂停，或因退款而暂停')
    await log(transaction, line.company_id, lineId, 'resumed', '')
    await recordAudit(transaction, {
      actor,
      action: 'line.resumed',
      target: `line:${lineId}`,
      before: { state: 'suspended', reason: line.was },
      after: { state: line.state },
    })
    return line.name
  })
}

const log = (database: Database, companyId: string, line_id: string, action: 'suspended' | 'resumed', detail: string) =>
  insertLineLog(database, companyId, [{ line_id, action, actor_name: shownActor, detail }])
