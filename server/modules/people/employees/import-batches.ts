import { paths } from '#contract/paths.ts'
import { sentence } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { peopleAdded } from '../events.ts'
import { reserveForSome } from '../hours/reserving.ts'
import type { Draft } from './adding.sql.ts'
import { type Added, addPeople, fieldOfProblem, idsOf } from './adding.ts'
import { assignRowAssets, hasAssets, ownWordOf } from './giving.ts'
import { holdGroups, importRowsFrom, lockImport, recordProgress } from './import.sql.ts'
import { breakOff } from './import-broken.ts'
import { draftOf } from './import-rows.ts'

/** Rows written in one transaction: few enough that its locks block nobody for long. */
const batch = 100

/** Returns false when there is nothing left to write. */
export async function writeBatch(
  services: Pick<Services, 'config' | 'jobs'>,
  transaction: Database,
  companyId: string,
  id: string,
): Promise<boolean> {
  const found = await asCompany(transaction, companyId, company => lockImport(company, companyId, id))
  if (found?.state !== 'running') return false
  if (found.frozen) {
    await breakOff(services, transaction, { companyId, importId: id, why: '企业已被冻结，导入随之停止：' })
    return false
  }
  if (!found.manages) {
    const why = '导入的人已不再是企业的管理员，导入随之停止：'
    await breakOff(services, transaction, { companyId, importId: id, why, to: { managersOfCompany: companyId } })
    return false
  }
  const rows = await asCompany(transaction, companyId, async company => {
    const read = await importRowsFrom(company, companyId, id, found.done, batch)
    const groupIds = read.flatMap(({ group_ids }) => group_ids)
    if (groupIds.length || found.template_id) await holdGroups(company, companyId, groupIds, found.template_id)
    return read
  })
  // The import acts for the person who started it.
  const written = await loggedAs(found.actor_name, () => addWithAssets(rows.map(draftOf)))
  const added = typeof written === 'string' ? [] : written
  const failed = rows.flatMap((row, index) => {
    const problem = typeof written === 'string' ? written : written[index]?.problem
    return problem ? [{ ...row, problems: [problem], problem_fields: [fieldOfProblem(problem)] }] : []
  })
  const without = await asCompany(transaction, companyId, async company => {
    const { days } = ownWordOf(added)
    const employeeIds = idsOf(added).filter(employeeId => !days.includes(employeeId))
    const reservation = { companyId, employeeIds, days: found.reserve_days }
    const { unreserved, untemplated } = await loggedAs(found.actor_name, async () => ({
      unreserved: found.reserve_days ? await reserveForSome(company, reservation) : 0,
      untemplated: await applyTo(company, added),
    }))
    const progress = {
      done: rows.length,
      added: rows.length - failed.length,
      unreserved,
      untemplated,
      failed,
      employeeIds: idsOf(added),
    }
    await recordProgress(company, companyId, id, progress)
    return { unreserved, untemplated }
  })
  const done = found.done + rows.length
  if (done < found.total) return true
  const [names, others] = [found.added + rows.length - failed.length, found.failed.length + failed.length]
  const unreserved = found.unreserved + without.unreserved
  const untemplated = found.untemplated + without.untemplated
  await notify(transaction, services, {
    to: { accountIds: [found.account_id] },
    kind: 'import_done',
    subject: `import:${id}`,
    title: '员工导入完成',
    text: `已添加 ${names} 人，待本人同意后成为员工${others ? `；${others} 行未能写入` : ''}${unreserved ? `；企业剩余时长不足，${unreserved} 人未预留时长` : ''}${untemplated ? `；${untemplated} 人没有套用模板，请在员工列表中补上` : ''}。`,
    link: `${paths.employees}?state=invited`,
  })
  return false

  /**
   * Adds the people of a batch with the assets of their rows. If these are not available any more, nobody of the batch is added:
   * returns the reason, which all its rows get.
   */
  async function addWithAssets(drafts: Draft[]): Promise<Added[] | string> {
    const message = found?.invite ?? false
    const adding = { companyId, message, ip: null, drafts }
    if (!drafts.some(hasAssets) && !found?.reserve_days) return addPeople(services, transaction, adding)
    try {
      return await transaction.transaction(async savepoint => {
        const added = await addPeople(services, savepoint, adding)
        await asCompany(savepoint, companyId, async company => {
          await assignRowAssets(company, { companyId, added })
        })
        return added
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return `这一批 ${drafts.length} 行没有写入：${sentence({ msg: error.message, data: error.data })}`
    }
  }

  /** All of a batch get what the template assigns, or none do; they are on the list either way. Returns how many did not. */
  async function applyTo(company: Database, added: Added[]): Promise<number> {
    const templateId = found?.template_id
    const employeeIds = idsOf(added)
    if (!templateId || !employeeIds.length) return 0
    try {
      await company.transaction(savepoint =>
        peopleAdded.publish(savepoint, { companyId, employeeIds, templateId, own: ownWordOf(added) }),
      )
      return 0
    } catch (error) {
      if (error instanceof Refusal) return employeeIds.length
      throw error
    }
  }
}
