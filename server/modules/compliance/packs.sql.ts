import { z } from 'zod'
import { getCompliancePacks } from '#contract/compliance.ts'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { actorName } from '#server/engines/activity/context.ts'

const listed = getCompliancePacks.output.shape.list.element.omit({ available: true }).extend({ file_id: id.nullable() })

export const latestPacks = (company: Database, companyId: string) =>
  company.rows(listed)`
    select id as pack_id, state, actor_name, created_at, ready_at, size, sha256, file_id from compliance_pack
    where company_id = ${companyId} order by id desc limit 10`

const made = z.object({ pack_id: id })

/** Returns nothing while another pack is being made. */
export const insertPack = (company: Database, companyId: string) =>
  company.row(made)`
    insert into compliance_pack (company_id, actor_name) values (${companyId}, ${actorName()})
    on conflict (company_id) where state = 'waiting' do nothing
    returning id as pack_id`

/** Fails packs that have waited for longer than a day: their last attempt was lost, as when the machine failed. */
export const failLost = (company: Database, companyId: string) =>
  company.change`
    update compliance_pack set state = 'failed'
    where company_id = ${companyId} and state = 'waiting' and created_at < now() - interval '1 day'`

const waiting = z.object({ actor_name: z.string() })

export const waitingPack = (company: Database, companyId: string, packId: string) =>
  company.row(waiting)`
    select actor_name from compliance_pack where company_id = ${companyId} and id = ${packId} and state = 'waiting'`

export const setReady = (
  company: Database,
  companyId: string,
  packId: string,
  { fileId, size, sha256 }: { fileId: string; size: number; sha256: string },
) =>
  company.change`
    update compliance_pack set state = 'ready', file_id = ${fileId}, size = ${size}, sha256 = ${sha256}, ready_at = now()
    where company_id = ${companyId} and id = ${packId} and state = 'waiting'`

export const setFailed = (company: Database, companyId: string, packId: string) =>
  company.change`
    update compliance_pack set state = 'failed'
    where company_id = ${companyId} and id = ${packId} and state = 'waiting'`

const kept = z.object({ file_id: id, file_name: z.string() })

/** Returns those of the files that still exist. */
export const keptFiles = (system: Database, fileIds: string[]) =>
  system.rows(kept)`
    select id as file_id, file_name from stored_file where id = any(${fileIds}::uuid[]) and purpose = 'export'`
