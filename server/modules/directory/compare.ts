import type { z } from 'zod'
import { maxLeaving, maxPlanned } from '#contract/directory-names.ts'
import type { directoryPlan, planEntry } from '#contract/records/directory.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { endSessions } from '#server/modules/accounts/session.ts'
import { recordingAccess } from '#server/modules/lines/access-log.ts'
import { companyName as findCompanyName } from '#server/modules/people/employees/adding.sql.ts'
import { addPeople } from '#server/modules/people/employees/adding.ts'
import { notifyRemoved } from '#server/modules/people/employees/employee-notices.ts'
import { lockPeople, type Person } from '#server/modules/people/people.sql.ts'
import { changeAll, type Note } from './changing.ts'
import { type Decision, decide, outcomeOf, shouldOffboard } from './deciding.ts'
import { syncDepartments } from './departments.ts'
import { countPlaced, noteCompared, type Settings } from './directory.sql.ts'
import { directoryName, settleDirectoryNotices } from './directory-notices.ts'
import { endDepartments } from './ending-departments.ts'
import { endGoneLinks } from './gone-links.ts'
import { settleNumbers } from './job-numbers.ts'
import { offboard, successorOf } from './leavers.ts'
import { lockToCompare } from './locking.ts'
import { listMirrorPeople, matchPhones, noteOutcomes, type Outcome } from './mirror.sql.ts'

export type Plan = z.output<typeof directoryPlan>
type Entry = z.output<typeof planEntry.schema>

interface Comparison {
  companyId: string
  /** Limits the comparison to these people of the directory; all of them where it is omitted. */
  externalIds?: readonly string[]
  /** A manager requests `accept`, also for a plan, which is rolled back: then even many may leave. */
  mode: 'accept' | 'sync'
}

/** More people would leave than a comparison may remove by itself. */
export class TooManyLeave extends Error {
  readonly plan: Plan
  constructor(plan: Plan) {
    super('too many leave')
    this.plan = plan
  }
}

/**
 * Makes the company match its directory, in one transaction of the system's: departments, then people. It is idempotent and
 * independent of the order of events, because it reads the directory's present state and not its history.
 */
export const compare = (
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  comparison: Comparison,
): Promise<Plan> => loggedAs(directoryName, () => applyDirectory(transaction, services, comparison))

async function applyDirectory(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  { companyId, externalIds, mode }: Comparison,
): Promise<Plan> {
  const settings = orRefuse(await lockToCompare(transaction, companyId), -59201)
  if (mode === 'sync' && settings.state !== 'active') return emptyPlan()
  const first = await asCompany(transaction, companyId, async company => {
    const departments = await syncDepartments(company, companyId)
    const rows = await listMirrorPeople(company, companyId, externalIds)
    return { departments, decisions: await decideAll(company, companyId, rows, settings, departments), rows }
  })
  const { departments, decisions } = first
  const plan = { ...emptyPlan(), departments: { added: departments.added, changed: departments.changed, deleted: 0 } }
  const leaving = decisions.filter(decision => shouldOffboard(settings, decision))
  // A comparison of a few people is measured against all that exist here.
  const existing = externalIds
    ? await countPlaced(transaction, companyId)
    : decisions.filter(({ person }) => person).length
  plan.alarming = leaving.length > Math.max(maxLeaving.people, maxLeaving.share * existing)
  const entries: Entry[] = []
  const outcomes = new Map<string, Outcome>(decisions.map(decision => [decision.row.external_id, outcomeOf(decision)]))
  const note: Note = (kind, name, detail = '') => void entries.push({ kind, name, detail })

  const numberProblems = await asCompany(transaction, companyId, company =>
    settleNumbers(company, companyId, settings, decisions, leaving),
  )
  const joiners = decisions.filter(({ kind }) => kind === 'add')
  const added = joiners.length
    ? await addPeople(services, transaction, {
        companyId,
        drafts: joiners.map(({ row }) =>
          draftOf(
            { ...row, job_number: numberProblems.has(row.external_id) ? null : row.job_number },
            departments.placeOf(row.department_external_id),
          ),
        ),
        message: true,
        ip: null,
      })
    : []
  for (const [index, { draft, employee_id, problem }] of added.entries()) {
    const externalId = joiners[index]?.row.external_id ?? ''
    outcomes.set(externalId, {
      externalId,
      employeeId: employee_id,
      placed: employee_id !== null,
      held: false,
      overruled: false,
      problem,
    })
    note(problem ? 'problem' : 'added', draft.name, problem ?? draft.phone)
  }

  const gone = await asCompany(transaction, companyId, async company => {
    const touched = decisions.filter(({ kind, changes, enable }) => kind === 'leave' || enable || 'dept_id' in changes)
    const turnover = {
      leaving: new Set(leaving.flatMap(({ person }) => person?.employee_id ?? [])),
      returning: new Set(decisions.flatMap(({ enable, person }) => (enable && person ? person.employee_id : []))),
    }
    const successors = new Map<string, Person | undefined>()
    for (const { row } of leaving)
      successors.set(row.external_id, await successorOf(company, companyId, settings, row, turnover))
    const employeeIds = [...touched.flatMap(({ person }) => person ?? []), ...successors.values()].flatMap(
      person => person?.employee_id ?? [],
    )
    const work = async () => {
      await changeAll(company, companyId, decisions, numberProblems, note)
      const ended: { person: Person; how: 'disabled' | 'removed' }[] = []
      for (const { row, person } of leaving) {
        if (!person) continue
        const successor = successors.get(row.external_id)
        const how = await offboard(company, companyId, settings, person, successor)
        ended.push({ person, how })
        note(how, person.name, successor ? `专线交给${successor.name}` : '')
        const employeeId = how === 'removed' ? null : person.employee_id
        outcomes.set(row.external_id, {
          externalId: row.external_id,
          employeeId,
          placed: how !== 'removed',
          held: how === 'disabled',
          overruled: false,
          problem: null,
        })
      }
      return ended
    }
    const scope = { employeeIds: [...new Set(employeeIds)] }
    const result = await recordingAccess(company, { companyId, act: '随企业目录', scope }, work)
    for (const [externalId, problem] of numberProblems) {
      const outcome = outcomes.get(externalId)
      if (outcome) outcomes.set(externalId, { ...outcome, problem: outcome.problem ?? problem })
    }
    await noteOutcomes(company, companyId, [...outcomes.values()])
    plan.departments.deleted = await endDepartments(company, companyId)
    if (!externalIds) await noteCompared(company, companyId)
    return { ended: result, companyName: await findCompanyName(company, companyId) }
  })
  await endGoneLinks(transaction, companyId)
  if (!externalIds) await settleDirectoryNotices(transaction, companyId)
  for (const { person, how } of gone.ended)
    if (how === 'disabled') await endSessions(transaction, person.account_id, 'manager')
  const removed = gone.ended.flatMap(({ person, how }) => (how === 'removed' ? [person] : []))
  if (removed.length)
    await notifyRemoved(
      transaction,
      services,
      { companyId, companyName: gone.companyName },
      removed,
      '企业的目录里已没有您',
    )
  for (const { row, problem } of decisions) if (problem) note('problem', row.name, problem)
  for (const { row } of decisions)
    if (numberProblems.has(row.external_id)) note('problem', row.name, numberProblems.get(row.external_id))
  for (const { kind } of entries) plan.totals[kind] += 1
  plan.entries = entries.slice(0, maxPlanned)
  if (mode === 'sync' && plan.alarming) throw new TooManyLeave(plan)
  return plan
}

const emptyPlan = (): Plan => ({
  departments: { added: 0, changed: 0, deleted: 0 },
  totals: { added: 0, linked: 0, changed: 0, moved: 0, enabled: 0, disabled: 0, removed: 0, problem: 0 },
  entries: [],
  alarming: false,
})

const draftOf = (
  { name, phone, job_number, position }: Decision['row'],
  dept_id: string | null,
): Parameters<typeof addPeople>[2]['drafts'][number] => ({
  phone: phone ?? '',
  name: name || (phone ?? ''),
  ...(job_number && { job_number }),
  ...(position && { position }),
  ...(dept_id && { dept_id }),
})

async function decideAll(
  company: Database,
  companyId: string,
  rows: Decision['row'][],
  { owns }: Settings,
  { placeOf }: { placeOf(externalId: string | null): string | null },
): Promise<Decision[]> {
  const unknown = rows.filter(row => row.active && !row.employee_id && row.phone)
  const matches = new Map(
    (
      await matchPhones(
        company,
        companyId,
        unknown.flatMap(({ phone }) => phone ?? []),
      )
    ).map(match => [match.phone, match]),
  )
  const ids = [
    ...rows.flatMap(({ employee_id }) => employee_id ?? []),
    ...[...matches.values()].map(m => m.employee_id),
  ]
  const people = new Map((await lockPeople(company, companyId, ids, false)).map(person => [person.employee_id, person]))
  const taken = new Set<string>()
  return rows.map(row => {
    const decision = decide(row, {
      owns,
      personOf: id => people.get(id),
      matchOf(phone) {
        const match = matches.get(phone)
        // If two people of the directory have one phone, the first is the employee.
        return match && { ...match, taken: match.taken || taken.has(phone) }
      },
      placeOf,
    })
    if (!row.employee_id && row.phone && (decision.person || decision.kind === 'add')) taken.add(row.phone)
    return decision
  })
}
