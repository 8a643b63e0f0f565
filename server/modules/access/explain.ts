import type { OutputOf } from '#contract/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import { released } from '#server/modules/devices/versions.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { conditionsOf, factsOf } from './conditions.ts'
import { findExplainedLine, findExplainedPerson, listExplainedDevices, listExplainedLines } from './explain.sql.ts'
import { judgedClient } from './outcomes.ts'
import { findPersonal } from './personal.ts'
import { groupsOfEmployee } from './rights.sql.ts'
import { timesAt } from './rights.ts'

/** The most lines that the person's own page lists. */
const linesListed = 100

type Asked = Pick<PublicContext, 'system' | 'services'>

interface Question {
  companyId: string
  employeeId: string
  deviceId?: string | undefined
  lineId?: string | undefined
}

/** Reads all facts about one person, one device and one line. */
async function factsFor(
  { system, services }: Asked,
  company: Database,
  { companyId, employeeId, deviceId, lineId }: Question,
) {
  const [personal, versions, person, devices, granted, line] = await Promise.all([
    findPersonal(system, companyId, employeeId),
    released(system),
    findExplainedPerson(company, companyId, employeeId),
    listExplainedDevices(company, companyId, employeeId),
    groupsOfEmployee(company, companyId, employeeId, true),
    lineId === undefined ? undefined : findExplainedLine(company, companyId, lineId),
  ])
  if (!person || !personal) throw new Refusal(-47001)
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
  const facts = { personal, rules: services.config, released: versions, person, device, hasDevices: devices.length > 0 }
  return { facts, devices, line, granted, reasons }
}

/** Explains why a person may or may not use a line on a device. */
export async function explain(
  context: Asked,
  company: Database,
  question: Question,
): Promise<OutputOf<'explainAccess'>> {
  const { facts, devices, line, reasons } = await factsFor(context, company, question)
  const { person, device, rules } = facts
  const { employee_id, name, dept_path } = person
  return {
    ...conditionsOf({ ...facts, line, reasons }),
    person: { employee_id, name, dept_path },
    device: device ? { device_id: device.device_id, name: device.name } : null,
    line: line ? { svp_id: line.svp_id, name: line.name } : null,
    devices: devices.map(one => ({
      device_id: one.device_id,
      name: one.name,
      usable: serviceState(factsOf(person, one)).usable && judgedClient(one, rules, facts.released).state === 'met',
    })),
    reasons,
  }
}

/** Explains to a person the state of one of their own devices, and of each line that was granted. */
export async function explainOwn(
  context: Asked,
  company: Database,
  question: Omit<Question, 'lineId'>,
): Promise<OutputOf<'explainMyAccess'>> {
  const { companyId } = question
  const { facts, granted, reasons } = await factsFor(context, company, question)
  const groupIds = [...new Set(granted.map(({ group_id }) => group_id))]
  const lines = groupIds.length ? await listExplainedLines(company, companyId, groupIds, linesListed) : []
  return {
    ...conditionsOf({ ...facts, reasons, line: undefined }),
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
