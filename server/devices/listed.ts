import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { listedPage } from '../database/listed.ts'
import type { DeviceRow } from './list.sql.ts'
import { searchDevices } from './search.ts'
import type { Released } from './versions.ts'

export const shown = (row: DeviceRow): OutputOf<'getDeviceList'>['list'][number] => ({
  device_id: row.id,
  employee_id: row.employee_id,
  employee_name: row.employee_name,
  dept_path: row.dept_path,
  name: row.name,
  platform: row.platform,
  os_version: row.os_version,
  client_version: row.client_version,
  outdated: row.outdated,
  last_ip: row.last_ip,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  online: row.online,
  audit_state: row.audit_state,
  auth_state: row.auth_state,
  audit_note: row.audit_note,
  created_at: row.created_at.toISOString(),
})

/** One page of a company's devices. */
export async function listedDevices(
  company: Database,
  companyId: string,
  released: Released,
  { page, page_size, ...filter }: ParsedOf<'getDeviceList'>,
): Promise<OutputOf<'getDeviceList'>> {
  const { rows, ...counts } = await searchDevices(
    company,
    { companyId, filter, released },
    listedPage({ page, page_size }),
  )
  return { list: rows.map(shown), ...counts }
}
