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

/** Everybody whom these departments, with all below them, and these groups reach. */
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

/** The people whom these lines reach by the groups that hold them. */
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
  // Whoever is removed is reached by the group as it is.
  setVplGroupMembers: async (of, input) => {
    const { group_id, dept_ids = [], add_dept_ids = [], employee_ids = [], add_employee_ids = [] } = input
    const before = await reachedByGroup(of, group_id, [...dept_ids, ...add_dept_ids])
    return { employeeIds: [...new Set([...before, ...employee_ids, ...add_employee_ids])] }
  },
  approveRequest: async ({ company, companyId }, { request_id }) => ({
    employeeIds: await requesterOf(company, companyId, request_id),
  }),
  applyTemplate: named,
  // It can be the undoing of any of them.
  undoActivity: () => ({}),
}

/** `input` is what the call's own schema has parsed. */
export const scopeOf = async (of: OfCompany, name: AccessCallName, input: unknown): Promise<Scope> =>
  // Keyed by the same names; one call's own type can't be kept through the lookup.
  (scopes[name] as ScopeOf<unknown>)(of, input)
