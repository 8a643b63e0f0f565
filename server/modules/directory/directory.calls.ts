import { directoryCallback, directorySources } from '#contract/directory-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { findPerson } from '#server/modules/people/people.sql.ts'
import { compare, type Plan } from './compare.ts'
import {
  countMirror,
  deleteDirectory,
  findDirectory,
  listProblems,
  lockDirectory,
  ownedOf,
  writeDirectory,
} from './directory.sql.ts'
import { settleDirectoryNotices } from './directory-notices.ts'
import { findShownProvider } from './provider/provider.sql.ts'
import { settleReadingNotices } from './provider/reading-notices.ts'
import { compareAll } from './running.ts'

const maxProblems = 100

/** Deletes the directory and what was read from it; nobody can attend to its troubles any more. */
async function endDirectory(system: Database, companyId: string): Promise<boolean> {
  if (!(await deleteDirectory(system, companyId))) return false
  await settleDirectoryNotices(system, companyId)
  await settleReadingNotices(system, companyId)
  return true
}

const summaryOf = ({ totals }: Plan) =>
  `邀请 ${totals.added}，修改 ${totals.changed}，调整 ${totals.moved}，停用 ${totals.disabled}，移除 ${totals.removed}，待处理 ${totals.problem}`

export const directoryCalls = {
  async getDirectory({ company, services: { config }, membership: { companyId } }) {
    const [settings, mirrored, problems, provider] = await together(company, database => [
      findDirectory(database, companyId),
      countMirror(database, companyId),
      listProblems(database, companyId, maxProblems),
      findShownProvider(database, companyId),
    ])
    return {
      settings: settings ?? null,
      scim: `${config.publicUrl}/scim/v2`,
      provider: provider ?? null,
      callback: `${config.publicUrl}${directoryCallback}/${companyId}`,
      ...mirrored,
      problems,
    }
  },

  async setDirectory({ system, company, membership: { companyId } }, input) {
    const before = await lockDirectory(company, companyId)
    const edits = editedInActivity(companyId, companyId, () => [['directory.changed']])
    await requireSeen(company, input, before, edits)
    const { source, owns, leaver, successor, successor_id: chosen } = { ...before, ...input }
    if (!owns || !leaver || !successor) throw new Refusal(-41003, 'owns', '第一次设置须填写全部规则')
    const successor_id = (successor === 'person' && chosen) || null
    if (successor === 'person' && !successor_id) throw new Refusal(-41003, 'successor_id', '请选择接手的员工')
    if (successor_id && !(await findPerson(company, companyId, successor_id))) throw new Refusal(-47001)
    if (before && before.source !== source) await endDirectory(system, companyId)
    await writeDirectory(company, companyId, { source, owns, leaver, successor, successor_id })
    const name = directorySources[source]
    await recordActivity(company, companyId, [{ action: 'directory.changed', id: companyId, name }])
  },

  planDirectory: ({ system, services, membership: { companyId } }) =>
    runRolledBack(system, transaction => compare(transaction, services, { companyId, mode: 'accept' })),

  async startDirectory({ system, company, services, membership: { companyId } }, { leaving }) {
    const plan = await compare(system, services, { companyId, mode: 'accept' })
    // Guard: changes between the plan and its acceptance may make many more people leave, which nobody has agreed to.
    if (plan.totals.disabled + plan.totals.removed > leaving) throw new Refusal(-59203)
    const entry = { action: 'directory.started' as const, id: companyId, name: '企业目录', detail: summaryOf(plan) }
    await recordActivity(company, companyId, [entry])
    return plan
  },

  async stopDirectory({ system, company, membership: { companyId } }) {
    if (!(await endDirectory(system, companyId))) throw new Refusal(-59201)
    await recordActivity(company, companyId, [{ action: 'directory.stopped', id: companyId, name: '企业目录' }])
  },

  async runDirectory({ company, services, membership: { companyId } }) {
    const settings = await findDirectory(company, companyId)
    if (settings?.state !== 'active') throw new Refusal(-59201)
    const plan = await compareAll(services, companyId)
    if (plan === 'halted') throw new Refusal(-59202)
    const entry = { action: 'directory.compared' as const, id: companyId, name: '企业目录', detail: summaryOf(plan) }
    await recordActivity(company, companyId, [entry])
    return plan
  },

  async getDirectoryOwnership({ company, membership: { companyId } }, { employee_id }) {
    return { owns: (await ownedOf(company, companyId, [employee_id]))?.owns ?? [] }
  },
} satisfies SomeHandlers
