import type { ProblemField } from '#contract/employee-imports.ts'
import { hasJoined } from '#contract/people.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { recordLog } from '../people.ts'
import {
  companyName,
  type Draft,
  findHolders,
  type Holder,
  holdDepartments,
  insertEmployees,
  insertInvitedAccounts,
  jobNumbersInUse,
} from './adding.sql.ts'
import { askToJoin } from './employee-notices.ts'
import { sendInvitations } from './inviting.ts'

const defaultDeviceLimit = 2

export interface Added {
  draft: Draft
  employee_id: string | null
  /** Why the row was not added; the text is for its reader. */
  problem: string | null
}

interface Adding {
  companyId: string
  drafts: Draft[]
  /** Whether the added people get short messages. */
  message: boolean
  /** The address of the adding manager, or null when a job adds them. */
  ip: string | null
}

export const problems = {
  repeated: '手机号与前面的行重复',
  repeatedJobNumber: '工号与前面的行重复',
  jobNumber: '工号已被其他员工使用',
  department: '部门不存在',
  guest: '访客期限须在将来',
  here: '该手机号已是本企业的员工',
  listed: '该手机号已在员工列表中，尚未同意加入，可在列表中再次邀请',
} as const

const fieldOf = new Map<string, ProblemField>([
  [problems.repeatedJobNumber, 'job_number'],
  [problems.jobNumber, 'job_number'],
  [problems.department, 'dept_path'],
  ...([problems.repeated, problems.here, problems.listed] as const).map(text => [text, 'phone'] as const),
])

/** Returns the field that a problem of a row belongs to; null where it concerns the whole row. */
export const fieldOfProblem = (problem: string): ProblemField => fieldOf.get(problem) ?? null

/**
 * Returns the reason that keeps a phone from being added to the requesting company. Only its own list may: the company may not
 * learn whether a phone has an account, works elsewhere or is disabled; people who can't join see that when they try.
 */
export function phoneProblemOf(holder: Holder | undefined): string | undefined {
  if (!holder?.state_here) return undefined
  return hasJoined({ state: holder.state_here }) ? problems.here : problems.listed
}

/**
 * Adds people in one transaction of the system's: an account for each unknown phone, the employee who has yet to agree, the log,
 * the invitation. Existing accounts stay unchanged. A row that can't be added states its problem and does not affect the others.
 */
export async function addPeople(
  services: Pick<Services, 'config' | 'jobs'>,
  transaction: Database,
  { companyId, drafts, message, ip }: Adding,
): Promise<Added[]> {
  const problemOf = repetitions(drafts)
  const open = () => drafts.filter(draft => !problemOf.has(draft))
  const note = (problem: (draft: Draft) => string | undefined) => {
    for (const draft of open()) {
      const found = problem(draft)
      if (found) problemOf.set(draft, found)
    }
  }

  await asCompany(transaction, companyId, async company => {
    const jobNumbers = new Set(await jobNumbersInUse(company, companyId, drafts.flatMap(jobNumberOf)))
    const departments = new Set(await holdDepartments(company, companyId, drafts.flatMap(departmentOf)))
    note(({ job_number }) => (job_number && jobNumbers.has(job_number) ? problems.jobNumber : undefined))
    note(({ guest_until }) => (isOver(guest_until) ? problems.guest : undefined))
    note(({ dept_id }) => (dept_id && !departments.has(dept_id) ? problems.department : undefined))
  })
  await insertInvitedAccounts(transaction, open())
  const holders = await holdersOf(transaction, companyId, open())
  note(({ phone }) => phoneProblemOf(holders.get(phone)))

  const people = open()
    .toSorted((one, other) => (one.phone < other.phone ? -1 : 1))
    .flatMap(draft => {
      const account = holders.get(draft.phone)
      return account ? [{ draft, ...account }] : []
    })
  const added = await asCompany(transaction, companyId, async company => {
    const rows = await insertEmployees(
      company,
      companyId,
      people.map(({ draft, account_id }) => ({
        ...draft,
        device_limit: draft.device_limit ?? defaultDeviceLimit,
        account_id,
      })),
    )
    const idOf = new Map(rows.map(({ employee_id, account_id }) => [account_id, employee_id]))
    const inserted = people.flatMap(({ draft, account_id, has_password }) => {
      const employee_id = idOf.get(account_id)
      return employee_id ? [{ draft, employee_id, account_id, has_password }] : []
    })
    await recordLog(
      company,
      companyId,
      // The same text for everybody: the company may not learn whether a phone has an account.
      inserted.map(({ employee_id }) => ({ employee_id, action: 'added', detail: '待本人同意' })),
    )
    return { inserted, companyName: await companyName(company, companyId) }
  })
  const about = { companyId, companyName: added.companyName, ip }
  await askToJoin(
    transaction,
    services,
    about,
    added.inserted.map(({ account_id }) => account_id),
  )
  if (message) {
    const recipients = added.inserted.map(({ draft, ...one }) => ({ ...one, phone: draft.phone }))
    await sendInvitations(services, transaction, about, recipients, 'first')
  }
  const employeeIds = new Map(added.inserted.map(({ draft, employee_id }) => [draft, employee_id]))
  return drafts.map(draft => ({
    draft,
    employee_id: employeeIds.get(draft) ?? null,
    // The row was neither inserted nor refused before: a concurrent call has taken the phone or the job number.
    problem: problemOf.get(draft) ?? (employeeIds.has(draft) ? null : '该手机号或工号刚刚被添加，请刷新后重试'),
  }))
}

const isOver = (until: string | null | undefined) => !!until && Date.parse(until) <= Date.now()

export const idsOf = (added: Added[]): string[] => added.flatMap(({ employee_id }) => employee_id ?? [])

const jobNumberOf = ({ job_number }: Draft) => (job_number ? [job_number] : [])
const departmentOf = ({ dept_id }: Draft) => (dept_id ? [dept_id] : [])

const holdersOf = async (system: Database, companyId: string, drafts: Draft[]) =>
  new Map(
    (
      await findHolders(
        system,
        companyId,
        drafts.map(({ phone }) => phone),
      )
    ).map(holder => [holder.phone, holder]),
  )

function repetitions(drafts: Draft[]): Map<Draft, string> {
  const problemOf = new Map<Draft, string>()
  const [phones, jobNumbers] = [new Set<string>(), new Set<string>()]
  for (const draft of drafts) {
    if (phones.has(draft.phone)) problemOf.set(draft, problems.repeated)
    else if (draft.job_number && jobNumbers.has(draft.job_number)) problemOf.set(draft, problems.repeatedJobNumber)
    phones.add(draft.phone)
    if (draft.job_number) jobNumbers.add(draft.job_number)
  }
  return problemOf
}
