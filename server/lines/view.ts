import type { OutputOf } from '#contract/index.ts'
import { rebindsPerMonth } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { countEntitled } from './access.ts'
import { findLine, type LineRow } from './lines.sql.ts'
import { graceEnd, shownState } from './state.ts'

type Listed = OutputOf<'getCompanyVplList'>['list'][number]

export function viewOf(row: LineRow): Listed {
  const { id, starts_at, ends_at } = row
  return {
    svp_id: id,
    name: row.name,
    remark: row.remark,
    state: shownState(row),
    suspend_reason: row.suspend_reason,
    region_id: row.region_id,
    country: row.country,
    city: row.city,
    access_way_id: row.access_way_id,
    access_way: row.access_way,
    bandwidth: row.bandwidth,
    address: row.address,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
    grace_ends_at: graceEnd(row)?.toISOString() ?? null,
    auto_renew: row.auto_renew,
    groups: row.groups,
  }
}

/** All about one line, released or not; -52001 when the company never had it. */
export async function detailOf(
  company: Database,
  companyId: string,
  lineId: string,
): Promise<OutputOf<'getCompanyVplDetail'>> {
  const row = await findLine(company, companyId, lineId)
  if (!row) throw new Refusal(-52001)
  return {
    ...viewOf(row),
    gateway: row.gateway,
    bound_at: row.bound_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    rebinds_left: Math.max(0, rebindsPerMonth - row.rebinds),
    people: await countEntitled(company, companyId, lineId),
    order_id: row.order_id,
    order_number: row.order_number,
  }
}
