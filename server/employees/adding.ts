import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'
import {
  companyName,
  findTaken,
  holdDepartments,
  insertEmployees,
  insertInvitedAccounts,
  jobNumbersInUse,
  type Taken,
} from './adding.sql.ts'
import { invite, tellAdded } from './inviting.ts'
import { recordLog } from './people.ts'

export interface Draft {
  phone: string
  name: string
  jobNumber: string | null
  departmentId: string | null
  deviceLimit: number
}

export const defaultDeviceLimit = 2

export interface Added {
  draft: Draft
  employeeId: string | null
  /** Why the row was not added, as the person reads it. */
  problem: string | null
}

interface Adding {
  companyId: string
  actorName: string
  drafts: Draft[]
  /** Short messages to those who are added. */
  message: boolean
}

export const problems = {
  repeated: '手机号与前面的行重复',
  repeatedJobNumber: '工号与前面的行重复',
  jobNumber: '工号已被其他员工使用',
  department: '部门不存在',
  here: '该手机号已是本企业的员工',
  elsewhere: '该手机号已是其他企业的员工',
  disabled: '该手机号的账号已停用，请联系客服',
} as const

/** What keeps a phone from being added to this company. */
export function phoneProblemOf(taken: Taken | undefined, companyId: string): string | undefined {
  if (!taken) return undefined
  if (taken.company_id) return taken.company_id === companyId ? problems.here : problems.elsewhere
  return taken.state === 'active' ? undefined : problems.disabled
}

/**
 * Adds people in one transaction of the system's: an account for each unknown phone, the employee, the log, the invitation.
 * A row that can't be added names its problem and leaves the others alone.
 */
export async function addPeople(
  services: Pick<Services, 'config' | 'jobs'>,
  transaction: Database,
  { companyId, actorName, drafts, message }: Adding,
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
    note(({ jobNumber }) => (jobNumber && jobNumbers.has(jobNumber) ? problems.jobNumber : undefined))
    note(({ departmentId }) => (departmentId && !departments.has(departmentId) ? problems.department : undefined))
  })
  await insertInvitedAccounts(transaction, open())
  const taken = await takenBy(transaction, open())
  note(({ phone }) => phoneProblemOf(taken.get(phone), companyId))

  const people = open()
    .toSorted((one, other) => (one.phone < other.phone ? -1 : 1))
    .flatMap(draft => {
      const account = taken.get(draft.phone)
      return account ? [{ draft, accountId: account.account_id, hasPassword: account.has_password }] : []
    })
  const added = await asCompany(transaction, companyId, async company => {
    const rows = await insertEmployees(
      company,
      companyId,
      people.map(({ draft, accountId, hasPassword }) => ({
        ...draft,
        accountId,
        state: hasPassword ? 'active' : 'invited',
      })),
    )
    const idOf = new Map(rows.map(({ id, account_id }) => [account_id, id]))
    const inserted = people.flatMap(({ draft, accountId, hasPassword }) => {
      const employeeId = idOf.get(accountId)
      return employeeId ? [{ draft, employeeId, hasPassword }] : []
    })
    await recordLog(
      company,
      companyId,
      actorName,
      inserted.map(({ employeeId, hasPassword }) => ({
        employeeId,
        action: 'added',
        detail: hasPassword ? '已有账号，立即生效' : '邀请注册',
      })),
    )
    return { inserted, name: await companyName(company, companyId) }
  })
  if (message) {
    const recipients = added.inserted.map(({ draft, employeeId, hasPassword }) => ({
      employeeId,
      phone: draft.phone,
      hasPassword,
    }))
    const about = { companyId, companyName: added.name }
    await invite(
      services,
      transaction,
      about,
      recipients.filter(({ hasPassword }) => !hasPassword),
      'added',
    )
    await tellAdded(
      services,
      transaction,
      about,
      recipients.filter(({ hasPassword }) => hasPassword),
    )
  }
  const employeeIds = new Map(added.inserted.map(({ draft, employeeId }) => [draft, employeeId]))
  return drafts.map(draft => ({
    draft,
    employeeId: employeeIds.get(draft) ?? null,
    // Neither inserted nor refused before: somebody else was faster, with the phone or with the job number.
    problem: problemOf.get(draft) ?? (employeeIds.has(draft) ? null : '该手机号或工号刚刚被添加，请刷新后重试'),
  }))
}

const jobNumberOf = ({ jobNumber }: Draft) => (jobNumber ? [jobNumber] : [])
const departmentOf = ({ departmentId }: Draft) => (departmentId ? [departmentId] : [])

const takenBy = async (system: Database, drafts: Draft[]) =>
  new Map(
    (
      await findTaken(
        system,
        drafts.map(({ phone }) => phone),
      )
    ).map(taken => [taken.phone, taken]),
  )

function repetitions(drafts: Draft[]): Map<Draft, string> {
  const problemOf = new Map<Draft, string>()
  const [phones, jobNumbers] = [new Set<string>(), new Set<string>()]
  for (const draft of drafts) {
    if (phones.has(draft.phone)) problemOf.set(draft, problems.repeated)
    else if (draft.jobNumber && jobNumbers.has(draft.jobNumber)) problemOf.set(draft, problems.repeatedJobNumber)
    phones.add(draft.phone)
    if (draft.jobNumber) jobNumbers.add(draft.jobNumber)
  }
  return problemOf
}
