import type { DirectoryField } from '#contract/directory-names.ts'
import { phoneProblem } from '#contract/rules.ts'
import type { Person } from '#server/modules/people/people.sql.ts'
import type { Settings } from './directory.sql.ts'
import type { MirrorPerson, Outcome } from './mirror.sql.ts'

export interface Decision {
  row: MirrorPerson
  /** The person in the company; undefined for one who is to be added, or who stays away. */
  person?: Person
  kind: 'add' | 'keep' | 'leave' | 'away'
  /** The fields of the person that follow the directory. */
  changes: Partial<Pick<Person, 'name' | 'job_number' | 'position' | 'dept_id'>>
  enable: boolean
  problem: string | null
}

interface Ground {
  owns: readonly DirectoryField[]
  personOf(employeeId: string): Person | undefined
  matchOf(phone: string): { employee_id: string; taken: boolean } | undefined
  placeOf(externalId: string | null): string | null
}

export const problems = {
  phone: '目录里没有可用的手机号，不能邀请',
  taken: '手机号与目录里的另一个人相同',
  manager: '目录说已离职，但是企业的管理员，请由管理员移除或停用',
} as const

/** Decides what the directory's entry of one person means for the company. */
export function decide(row: MirrorPerson, ground: Ground): Decision {
  const nothing = { row, changes: {}, enable: false, problem: null }
  const existing = row.employee_id ? ground.personOf(row.employee_id) : undefined
  if (!row.active) {
    if (!existing) return { ...nothing, kind: 'away' }
    const isManager = existing.role !== 'employee'
    if (isManager) return { ...nothing, kind: 'keep', person: existing, problem: problems.manager }
    return { ...nothing, kind: 'leave', person: existing }
  }
  if (existing) return { ...nothing, kind: 'keep', person: existing, ...changesOf(row, existing, ground) }
  const match = row.phone ? ground.matchOf(row.phone) : undefined
  // A manager has removed the person, or the person has left: they are not invited until the directory lets them go. A person who
  // was added again by hand belongs to it.
  if (!match && row.placed) return { ...nothing, kind: 'away' }
  if (!row.phone || phoneProblem(row.phone)) return { ...nothing, kind: 'away', problem: problems.phone }
  if (!match) return { ...nothing, kind: 'add' }
  if (match.taken) return { ...nothing, kind: 'away', problem: problems.taken }
  const person = ground.personOf(match.employee_id)
  return person ? { ...nothing, kind: 'keep', person, ...changesOf(row, person, ground) } : { ...nothing, kind: 'away' }
}

/**
 * Reports whether a person who is gone from the directory is to leave the company. A manager's decision is kept: a person enabled
 * against the directory stays. People who are disabled already stay as they are, unless leaving means removal.
 */
export const shouldOffboard = (
  { leaver }: Pick<Settings, 'leaver'>,
  { kind, person, row }: Pick<Decision, 'kind' | 'person' | 'row'>,
): boolean =>
  kind === 'leave' &&
  person !== undefined &&
  !(row.overruled && person.state === 'active') &&
  (leaver === 'remove' || person.state !== 'disabled')

/** Returns the outcome to record for a decision, unless carrying it out changes that. */
export const outcomeOf = ({ row, person, kind, problem }: Decision): Outcome => ({
  externalId: row.external_id,
  employeeId: person?.employee_id ?? null,
  // After the directory has let a person go, they may be added again when they come back.
  placed: person !== undefined || (row.active && row.placed && kind === 'away'),
  // The next leaving is a new one: the effects of the last one end when the directory has the person again.
  held: row.held && !row.active,
  overruled: row.overruled && !row.active,
  problem,
})

function changesOf(row: MirrorPerson, person: Person, { owns, placeOf }: Ground) {
  const reported = {
    name: row.name || person.name,
    job_number: row.job_number,
    position: row.position,
    dept_id: placeOf(row.department_external_id),
  }
  const columns = owns.map(field => (field === 'department' ? 'dept_id' : field))
  const differing = columns.filter(field => reported[field] !== person[field])
  return {
    changes: Object.fromEntries(differing.map(field => [field, reported[field]])),
    // A person whom a manager has disabled stays disabled.
    enable: row.held && person.state === 'disabled',
  }
}
