import type { OutputOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { conditionsOf, factsOf } from './conditions.ts'
import { findExplainedLine, findExplainedPerson, listExplainedDevices, listExplainedLines } from './explain.sql.ts'
import { groupsOfEmployee } from './rights.sql.ts'
import { timesAt } from './rights.ts'

/** The person's own page lists this many lines. */
const linesListed = 100

interface Question {
  companyId: string
  employeeId: string
  deviceId?: string | undefined
  lineId?: string | undefined
}

/** Reads all that is known of one person, one device and one line. */
async function factsFor(company: Database, { companyId, employeeId, deviceId, lineId }: Question) {
  const [person, devices, granted, line] = await Promise.all([
    findExplainedPerson(company, companyId, employeeId),
    listExplainedDevices(company, companyId, employeeId),
    groupsOfEmployee(company, companyId, employeeId, true),
    lineId === undefined ? undefined : findExplainedLine(company, companyId, lineId),
  ])
  if (!person) throw new Refusal(-47001)
  const device = devices.find(({ device_id }) => device_id === deviceId)
  if (deviceId !== undefined && !device) throw new Refusal(-48001)
  if (lineId !== undefined && !line) throw new Refusal(-52001)
  const tree = await departmentTree(company, companyId)
  const now = Date.now()
  const reasons = granted
    .filter(({ group_id }) => !line || line.group_ids.includes(group_id))
    .map(({ dept_id, ...reason }) => ({
      ...reason,
      dept_path: dept_id && tree.pathOf(dept_id),
      ...timesAt(reason, now),
    }))
  return { person, device, devices, line, granted, reasons }
}

/** Explains why a person may or may not use a line on a device. */
export async function explain(company: Database, question: Question): Promise<OutputOf<'explainAccess'>> {
  const { person, device, devices, line, reasons } = await factsFor(company, question)
  const { employee_id, name, dept_path } = person
  return {
    ...conditionsOf({ person, device, hasDevices: devices.length > 0, line, reasons }),
    person: { employee_id, name, dept_path },
    device: device ? { device_id: device.device_id, name: device.name } : null,
    line: line ? { svp_id: line.svp_id, name: line.name } : null,
    devices: devices.map(one => ({
      device_id: one.device_id,
      name: one.name,
      usable: serviceState(factsOf(person, one)).usable,
    })),
    reasons,
  }
}

/** Explains to a person one of the own devices, and each line that was granted. */
export async function explainOwn(
  company: Database,
  question: Omit<Question, 'lineId'>,
): Promise<OutputOf<'explainMyAccess'>> {
  const { companyId } = question
  const { person, device, devices, granted, reasons } = await factsFor(company, question)
  const facts = { person, device, hasDevices: devices.length > 0, reasons }
  const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
  const lines = groupIds.length ? await listExplainedLines(company, companyId, groupIds, linesListed) : []
  return {
    ...conditionsOf({ ...facts, line: undefined }),
    lines: lines.map(line => {
      const own = reasons.filter(({ group_id }) => line.group_ids.includes(group_id))
      const { conditions, first } = conditionsOf({ ...facts, reasons: own, line })
      const { svp_id, name } = line
      return {
        svp_id,
        name,
        usable: first === null,
        text: conditions.find(({ condition }) => condition === first)?.text ?? '可以使用',
      }
    }),
  }
}
