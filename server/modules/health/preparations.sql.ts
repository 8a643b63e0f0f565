import sql from 'sql-template-tag'
import { z } from 'zod'
import { health } from '#contract/operations/health.ts'
import type { Database } from '#server/database/database.ts'
import { prepareRestoreJob } from './jobs.ts'

const preparation = health.getRestorePreparations.output.shape.list.element
const added = z.object({ id: z.string() })
const begun = z.object({ moment: z.string(), previous: z.string().nullable() })

export const latestPreparations = (database: Database) =>
  database.rows(preparation)`
    select id as preparation_id, moment,
      case when state = 'ready' and inconsistencies > 0 then 'inconsistent' else state end as state,
      folder, findings, failure, created_at from restore_preparation
    order by created_at desc, id desc limit 5`

/** Gives up one whose attempts were all killed, so that it does not block others for ever. The next one removes its folder. */
export const giveUpAbandoned = (transaction: Database) =>
  transaction.change`
    update restore_preparation set state = 'failed', failure = '准备每次都被中断：请重新准备'
    where state in ('waiting', 'running') and not exists (select from graphile_worker.jobs
      where task_identifier = ${prepareRestoreJob.name} and (attempts < max_attempts or locked_at is not null))`

/** Returns undefined while another is under way: the unique index lets only one wait or run. */
export async function addPreparation(transaction: Database, moment: string): Promise<string | undefined> {
  const row = await transaction.row(added)`
    insert into restore_preparation (moment) values (${moment}) on conflict do nothing returning id`
  return row?.id
}

/** Returns the instant and the folder of a killed attempt; undefined when it no longer waits. */
export const beginPreparation = (database: Database, id: string, folder: string) =>
  database.row(begun)`
    update restore_preparation set state = 'running', folder = ${folder}
    from (select id, folder as previous from restore_preparation where id = ${id} for update) as old
    where restore_preparation.id = old.id and state in ('waiting', 'running') returning moment, previous`

export const setReady = (database: Database, id: string, findings: string, inconsistencies: number) =>
  database.change`
    update restore_preparation set state = 'ready', findings = ${findings}, inconsistencies = ${inconsistencies} where id = ${id}`

export const setFailed = (database: Database, id: string, failure: string) =>
  database.change`
    update restore_preparation set state = 'failed', folder = null, failure = ${failure.slice(0, 1000)} where id = ${id}`

const prepared = z.object({ folder: z.string(), moment: z.string() })
/** The instant in China's time. */
const preparedColumns = sql`folder, to_char(moment at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as moment`

/** Returns undefined unless it is ready and its folder still exists. */
export const readyPreparation = (database: Database, id: string) =>
  database.row(prepared)`
    select ${preparedColumns} from restore_preparation where id = ${id} and state = 'ready' and folder is not null`

const lost = prepared
  .pick({ moment: true })
  .extend({ findings: z.string(), inconsistencies: z.int(), orders: z.int(), payments: z.int() })

/** Counts the rows written after the instant that a preparation restores. */
export const lostSince = (database: Database, id: string) =>
  database.row(lost)`
    select to_char(moment at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as moment, coalesce(findings, '') as findings, inconsistencies,
      (select count(*)::integer from shop_order where created_at > moment) as orders,
      (select count(*)::integer from payment where paid_at > moment) as payments
    from restore_preparation where id = ${id}`

/** Returns undefined when it is no longer ready, so that it is put in place once, or is inconsistent and not accepted as such. */
export const setSwitching = (transaction: Database, id: string, acceptInconsistent: boolean) =>
  transaction.row(prepared)`
    update restore_preparation set state = 'switching'
    where id = ${id} and state = 'ready' and folder is not null and (inconsistencies = 0 or ${acceptInconsistent})
    returning ${preparedColumns}`

/** Keeps the restored data prepared, with the reason why the switch failed. */
export async function setSwitchFailed(database: Database, id: string, failure: string): Promise<void> {
  await database.change`
    update restore_preparation set state = 'ready', failure = ${failure.slice(0, 1000)}
    where id = ${id} and state = 'switching'`
}

/** Returns false once it was released again by a portal that found the switch interrupted, before the job reached it. */
export const isSwitching = async (database: Database, id: string): Promise<boolean> =>
  (await database.row(added)`select id from restore_preparation where id = ${id} and state = 'switching'`) !== undefined

/**
 * Releases preparations whose switch was prevented by a power cut or a failed stop. Only a starting portal may do so: it runs on
 * the former data, and no other process can be about to replace them.
 */
export const resetInterruptedSwitches = (database: Database) =>
  database.change`
    update restore_preparation set state = 'ready', failure = '换上之前门户被中断，数据没有改变：请重新申请换上'
    where state = 'switching'`

/** True while a switch to it waits for an owner's confirmation. */
const awaitsConfirmation = sql`exists (select from approval
      where kind = 'restore' and approval.state = 'waiting' and target = 'restore_preparation:' || restore_preparation.id)`

/** Finds a preparation whose switch waits for its confirmation, so that none may replace it. */
export const awaitedPreparation = (database: Database) =>
  database.row(prepared)`
    select ${preparedColumns} from restore_preparation
    where folder is not null and ${awaitsConfirmation} order by created_at desc limit 1`

const earlier = z.object({ id: z.string(), folder: z.string() })

/** Returns the preparations whose folders make room for the next. */
export const earlierFolders = (database: Database, id: string) =>
  database.rows(earlier)`
    update restore_preparation set folder = null
    from (select id, folder from restore_preparation
      where id <> ${id} and folder is not null and state <> 'switching' and not ${awaitsConfirmation}) as old
    where restore_preparation.id = old.id returning old.id, old.folder`
