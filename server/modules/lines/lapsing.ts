import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { differenceOf, isEmpty } from '#server/modules/access/difference.ts'
import { standingOf } from '#server/modules/access/read-standing.ts'
import { scopeOfLines } from '#server/modules/access/scopes.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordAccess } from './access-log.ts'

const batch = 100
/** Days after its end for which a line's end is still recorded. */
const days = 7

const lapsedLine = z.object({ company_id: id, line_id: id })

/** Lines whose end was not recorded yet. A suspended one ends as well: resuming it later takes nothing from anybody. */
const lapsedLines = (system: Database) =>
  system.rows(lapsedLine)`
    select company_id, id as line_id from line
    where state in ('unbound', 'active', 'suspended') and ends_at <= now()
      and ends_at > now() - make_interval(days => ${days}::integer)
      and lapsed_of is distinct from ends_at
    order by ends_at limit ${batch}`

/** Guard: of two concurrent replicas one records an end, and a line that was renewed meanwhile has not ended. */
const claim = (company: Database, companyId: string, lineId: string) =>
  company.change`
    update line set lapsed_of = ends_at
    where company_id = ${companyId} and id = ${lineId} and state <> 'released' and ends_at <= now()
      and lapsed_of is distinct from ends_at`

/** Records for lines that have ended, and for their people, who lost what. Nothing depends on when this runs. */
export async function recordLapsed(
  { system, companyDatabase }: Pick<TaskServices, 'system' | 'companyDatabase'>,
  _payload: unknown,
  job: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated(job, '专线到期没有写入记录')
  await alone.run(await lapsedLines(system), ({ company_id: companyId, line_id: lineId }) =>
    companyDatabase(companyId).transaction(async company => {
      await lockAccess(company, companyId)
      await recordLapse(company, companyId, lineId)
    }),
  )
  alone.end()
}

/** Records one line's end unless that was done before. This transaction has locked the company's access. */
export async function recordLapse(company: Database, companyId: string, lineId: string): Promise<void> {
  if (!(await claim(company, companyId, lineId))) return
  const scope = await scopeOfLines({ company, companyId }, [lineId])
  const before = await standingOf(company, companyId, scope, { usable: [lineId] })
  const difference = differenceOf(before, await standingOf(company, companyId, scope))
  if (!isEmpty(difference)) await recordAccess(company, { companyId, act: '专线到期' }, difference)
}
