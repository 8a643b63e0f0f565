import { describeTimes } from '#contract/access-times.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { type Difference, isEmpty, type TouchedDevice, type TouchedPerson } from '#server/modules/access/difference.ts'
import { compareAccess } from '#server/modules/access/follow.ts'
import { timesIn } from '#server/modules/access/granted.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import type { Scope } from '#server/modules/access/standing.ts'
import { insertLog } from '#server/modules/people/people.sql.ts'
import { insertLineLog } from './delivery.sql.ts'

/** The most affected people whom the company's activity names; each person's own record has the act in any case. */
const peopleNamed = 2_000
const batch = 2_000
const namesRecorded = 5

interface Act {
  companyId: string
  /** The act, in the wording of the company's activity. */
  act: string
}

/**
 * Does something that can alter who may use which line, and records its effect for the people and the lines. A transaction that has
 * to lock some of them earlier locks the company's access first.
 */
export async function recordingAccess<Result>(
  company: Database,
  { scope, ...act }: Act & { scope: Scope },
  work: () => Promise<Result>,
): Promise<Result> {
  await lockAccess(company, act.companyId)
  const { result, difference } = await compareAccess(company, act.companyId, scope, work)
  if (!isEmpty(difference)) await recordAccess(company, act, difference)
  return result
}

/** Records who gained and who lost the right to which line, for people and lines, in the transaction of the act. */
export async function recordAccess(company: Database, { companyId, act }: Act, difference: Difference): Promise<void> {
  const people = peopleEntries(difference, act)
  const lines = lineEntries(difference, act)
  for (let from = 0; from < people.length; from += batch)
    await insertLog(company, companyId, people.slice(from, from + batch))
  if (lines.length)
    await insertLineLog(
      company,
      companyId,
      lines.map(({ name: _, ...entry }) => ({ ...entry, action: 'access' as const })),
    )
  await recordActivity(company, companyId, [
    ...(people.length > peopleNamed ? [] : people).map(({ employee_id, name, detail }) => ({
      action: 'employee.access' as const,
      id: employee_id,
      name,
      detail,
    })),
    ...lines.map(({ line_id, name, detail }) => ({ action: 'line.access' as const, id: line_id, name, detail })),
  ])
}

function peopleEntries({ gained, lost, retimed, connects, disconnects, lineNames }: Difference, act: string) {
  const touched = new Map<string, { name: string; parts: string[] }>()
  const entryOf = (employee_id: string, name: string) => {
    const entry = touched.get(employee_id) ?? { name, parts: [] }
    touched.set(employee_id, entry)
    return entry
  }
  const note = (word: string, people: TouchedPerson[]) => {
    for (const { employee_id, name, lineIds, times } of people) {
      entryOf(employee_id, name).parts.push(
        `${word} ${lineIds.length} 条专线：${listed(lineIds.map(id => lineNames.get(id) ?? ''))}${whenOf(times)}`,
      )
    }
  }
  note('获得', gained)
  note('失去', lost)
  note('改变时段：', retimed)
  const noteDevices = (word: string, devices: TouchedDevice[]) => {
    for (const [employeeId, own] of Map.groupBy(devices, ({ employee_id }) => employee_id))
      entryOf(employeeId, own[0]?.employeeName ?? '').parts.push(
        `${own.length} 台设备${word}：${listed(own.map(({ name }) => name))}`,
      )
  }
  noteDevices('可以连接', connects)
  noteDevices('不能再连接', disconnects)
  return [...touched].map(([employee_id, { name, parts }]) => ({
    employee_id,
    name,
    action: 'access' as const,
    detail: `${parts.join('；')}（${act}）`,
  }))
}

function lineEntries({ gained, lost, retimed, connects, disconnects, lineNames }: Difference, act: string) {
  const touched = new Map<string, string[]>()
  const tell = (lineId: string, part: string) => touched.set(lineId, [...(touched.get(lineId) ?? []), part])
  const note = (word: string, people: TouchedPerson[]) => {
    const namesOf = new Map<string, string[]>()
    for (const { name, lineIds } of people)
      for (const id of lineIds) {
        const names = namesOf.get(id)
        if (names) names.push(name)
        else namesOf.set(id, [name])
      }
    for (const [id, names] of namesOf) tell(id, `${names.length} 人${word}：${listed(names)}`)
  }
  note('获得', gained)
  note('失去', lost)
  note('改变时段', retimed)
  // Colleagues share the map of their lines, so each line is visited once for each map and not for each device.
  const noteDevices = (word: string, devices: TouchedDevice[]) => {
    const ofLine = new Map<string, Map<string, string>>()
    for (const [held, some] of Map.groupBy(devices, each => each.held)) {
      const owners = new Map(some.map(({ employee_id, employeeName }) => [employee_id, employeeName]))
      for (const id of held.keys()) {
        const existing = ofLine.get(id)
        ofLine.set(id, existing ? new Map([...existing, ...owners]) : owners)
      }
    }
    for (const [id, owners] of ofLine) tell(id, `${owners.size} 人的设备${word}：${listed([...owners.values()])}`)
  }
  noteDevices('可以连接', connects)
  noteDevices('不能再连接', disconnects)
  return [...touched].map(([line_id, parts]) => ({
    line_id,
    name: lineNames.get(line_id) ?? '',
    detail: `${parts.join('；')}（${act}）`,
  }))
}

/** Times that limit a person's first lines are stated together with all of them. */
const whenOf = (times: string): string => (times ? `（${timesIn(times).map(describeTimes).join('；')}）` : '')

const listed = (names: string[]): string =>
  names.length > namesRecorded ? `${names.slice(0, namesRecorded).join('、')} 等 ${names.length} 项` : names.join('、')
