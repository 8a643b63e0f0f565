import type { Database } from '#server/database/database.ts'
import { serviceState } from '#server/modules/devices/usable.ts'
import {
  countWritten,
  countWrittenAhead,
  type StandingDevice,
  standingDevices,
  standingGrantsOf,
  standingLines,
  standingPeople,
  type Written,
} from './standing.sql.ts'
import { type DeviceStanding, type Parts, type Scope, type Standing, standingFrom } from './standing.ts'

/** Expired grants count as if they still held, so that the state before can be read afterwards. */
interface AsIf {
  /** Lines that have ended and count as usable. */
  usable?: string[]
  /** People whose hours have run out and who count as served. */
  served?: string[]
}

/** A standing that can be read again, with the number of rows that its transaction had written by then. */
export interface ReadStanding extends Standing {
  parts: Parts
  written: () => Written | undefined
}

/** Reads who may use what now, or with `asIf` as if something had not ended. It sees the transaction's own changes. */
export async function standingOf(
  company: Database,
  companyId: string,
  scope: Scope,
  asIf: AsIf = {},
): Promise<ReadStanding> {
  const written = await countWrittenAhead(company)
  const parts = await readParts(company, companyId, scope, asIf, {})
  return { ...standingFrom(parts), parts, written }
}

/**
 * Reads the standing again, later in the same transaction: only what the transaction has written since. An act touches grants,
 * lines or devices, and they may be those of a hundred thousand people.
 */
export async function standingAgain(
  company: Database,
  companyId: string,
  scope: Scope,
  before: ReadStanding,
): Promise<Standing> {
  const has = await countWritten(company)
  const had = before.written()
  const kept = <Part extends keyof Parts>(part: Part) =>
    had?.began && had.began === has?.began && had[part] === has[part] ? { [part]: before.parts[part] } : {}
  const known = { ...kept('people'), ...kept('grants'), ...kept('lines'), ...kept('devices') }
  return standingFrom(await readParts(company, companyId, scope, {}, known))
}

async function readParts(
  company: Database,
  companyId: string,
  { employeeIds, lineIds }: Scope,
  { usable = [], served = [] }: AsIf,
  known: Partial<Parts>,
): Promise<Parts> {
  if (employeeIds?.length === 0) return { people: [], grants: [], lines: [], devices: new Map() }
  return {
    people: known.people ?? (await standingPeople(company, companyId, employeeIds)),
    grants: known.grants ?? (await standingGrantsOf(company, companyId, employeeIds)),
    lines: known.lines ?? (await standingLines(company, companyId, lineIds, usable)),
    devices: known.devices ?? devicesById(await standingDevices(company, companyId, employeeIds, served)),
  }
}

const devicesById = (devices: StandingDevice[]): Map<string, DeviceStanding> =>
  new Map(
    devices.map(({ device_id, employee_id, name, ...facts }) => [
      device_id,
      { device_id, employee_id, name, serviceable: serviceState(facts).usable },
    ]),
  )
