import { describeTimes } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import type { Department, Tree } from '#server/modules/people/tree.ts'
import type { Difference, TouchedDevice, TouchedPerson } from './difference.ts'
import { timesIn } from './granted.ts'
import { withPath } from './rights.ts'

/** The connections module, which lies above this one, knows who used which line. */
type Plan = Omit<OutputOf<'planAccess'>, 'undoable' | 'used'>

/** The most people and devices that a plan names, and the most lines for each person. */
const named = 50
const namedLines = 3

/** Translates a difference into the answer. Department paths are the current ones. */
export async function planOf(company: Database, companyId: string, difference: Difference): Promise<Plan> {
  const tree = await departmentTree(company, companyId)
  const people = (touched: TouchedPerson[]) => peopleOf(touched, difference.lineNames, tree)
  return {
    gained: people(difference.gained.filter(({ served }) => served)),
    unserved: people(difference.gained.filter(({ served }) => !served)),
    idle: people(difference.idle),
    lost: people(difference.lost),
    retimed: people(difference.retimed),
    joining: people(difference.joining),
    connects: devicesOf(difference.connects),
    disconnects: devicesOf(difference.disconnects),
  }
}

const peopleOf = (touched: TouchedPerson[], lineNames: Map<string, string>, tree: Tree<Department>) => ({
  people: touched.length,
  list: touched.slice(0, named).map(({ lineIds, times, served: _, ...person }) => ({
    ...withPath(person, tree),
    lines: lineIds.length,
    line_names: lineIds.slice(0, namedLines).map(id => lineNames.get(id) ?? ''),
    times: timesIn(times).map(describeTimes).join('；'),
  })),
})

const devicesOf = (touched: TouchedDevice[]) => ({
  devices: touched.length,
  list: touched.slice(0, named).map(({ device_id, name, employeeName, held }) => ({
    device_id,
    name,
    employee_name: employeeName,
    lines: held.size,
  })),
})
