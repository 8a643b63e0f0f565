import type { z } from 'zod'
import type { AccessCallName, accessCalls } from '#contract/access.ts'
import type { Database } from '#server/database/database.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { withBelow } from './rights.ts'
import {
  departmentsOfGroup,
  groupsHolding,
  ownersOf,
  peopleOfImport,
  peopleReached,
  peopleWithPhones,
  requesterOf,
} from './scopes.sql.ts'
import type { Scope } from './standing.ts'

type Input<Name extends AccessCallName> = z.output<(typeof accessCalls)[Name]['input']>

interface OfCompany {
  company: Database
  companyId: string
}

type ScopeOf<CallInput> = (of: OfCompany, input: CallInput) => Promise<Scope> | Scope

/** Returns everyone in these departments, in all below them, and in these groups. */
export async function reached(
  { company, companyId }: OfCompany,
  departmentIds: string[],
  groupIds: string[],
): Promise<string[]> {
  const tree = await departmentTree(company, companyId)
  return peopleReached(company, companyId, { departmentIds: [...withBelow(tree, departmentIds)], groupIds })
}

const reachedByGroup = async (of: OfCompany, groupId: string, departmentIds: string[] = []): Promise<string[]> =>
  reached(of, [...(await departmentsOfGroup(of.company, of.companyId, groupId)), ...departmentIds], [groupId])

/** Returns the people whom these lines reach through the groups that hold them. */
export async function scopeOfLines({ company, companyId }: OfCompany, lineIds: string[]): Promise<Scope> {
  const holding = await groupsHolding(company, companyId, lineIds)
  const groupIds = [...new Set(holding.map(({ group_id }) => group_id))]
  const departmentIds = holding.flatMap(({ department_id }) => department_id ?? [])
  return { employeeIds: await reached({ company, companyId }, departmentIds, groupIds), lineIds }
}

const named: ScopeOf<{ employee_ids: string[] }> = (_, { employee_ids }) => ({ employeeIds: employee_ids })
const owners: ScopeOf<{ device_ids: string[] }> = async ({ company, companyId }, { device_ids }) => ({
  employeeIds: await ownersOf(company, companyId, device_ids),
})

/**
 * The people and lines that each call can touch, so that a large company is compared only there. A call that declares
 * `changesAccess` does not compile without its scope, and the test of random acts compares the whole company.
 */
const scopes: { [Name in AccessCallName]: ScopeOf<Input<Name>> } = {
  setDepartment: async (of, { dept_id }) => ({
    employeeIds: dept_id === undefined ? [] : await reached(of, [dept_id], []),
  }),
  batchSetDepartment: named,
  addCompanyUser: async ({ company, companyId }, { employees }) => ({
    employeeIds: await peopleWithPhones(
      company,
      companyId,
      employees.map(({ phone }) => phone),
    ),
  }),
  commitEmployeeImport: async ({ company, companyId }, { import_id }) => ({
    employeeIds: await peopleOfImport(company, companyId, import_id),
  }),
  setCompanyUser: (_, { employee_id }) => ({ employeeIds: [employee_id] }),
  delCompanyUser: named,
  handOverEmployee: (_, { employee_id, successor_id }) => ({
    employeeIds: [employee_id, ...(successor_id ? [successor_id] : [])],
  }),
  setCompanyUserService: named,
  reclaimService: named,
  deviceAudit: owners,
  deviceAuthStatusChange: owners,
  deviceRemove: owners,
  bindCompanyVpl: (of, { svp_id }) => scopeOfLines(of, [svp_id]),
  deleteVplGroup: async (of, { group_id }) => ({ employeeIds: await reachedByGroup(of, group_id) }),
  setVplGroupLines: async (of, { group_id }) => ({ employeeIds: await reachedByGroup(of, group_id) }),
  // A person who is being removed is still reached by the group as it is.
  setVplGroupMembers: async (of, input) => {
    const { group_id, dept_ids = [], add_dept_ids = [], employee_ids = [], add_employee_ids = [] } = input
    const before = await reachedByGroup(of, group_id, [...dept_ids, ...add_dept_ids])
    return { employeeIds: [...new Set([...before, ...employee_ids, ...add_employee_ids])] }
  },
  approveRequest: async ({ company, companyId }, { request_id }) => ({
    employeeIds: await requesterOf(company, companyId, request_id),
  }),
  applyTemplate: named,
  // The undone act can be any of them.
  undoActivity: () => ({}),
}

/** `input` is the output of the call's own schema. */
export const scopeOf = async (of: OfCompany, name: AccessCallName, input: unknown): Promise<Scope> =>
  // The cast is safe: both are keyed by the same names, but the lookup can't keep one call's own type.
  (scopes[name] as ScopeOf<unknown>)(of, input)
