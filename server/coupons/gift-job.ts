import { codes } from '#contract/codes.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import type { JobPayloads } from '../jobs/jobs.ts'
import type { RunningJob } from '../jobs/tasks.ts'
import type { Services } from '../services.ts'
import { grantCoupon } from './coupons.ts'
import { endGift, lockGift, readyRows, recordGiven, settleRow } from './gifts.sql.ts'

/** Companies of one transaction: claims of the same type wait behind it for some tens of milliseconds. */
const batch = 25

/**
 * Gives the companies of a gift their coupons. A batch and what is written down of it are one transaction, so that a run which
 * was killed goes on behind the last one: each company gets one.
 */
export async function giveCoupons(
  { system }: Pick<Services, 'system'>,
  { gift_id: id }: JobPayloads['give_coupons'],
  { stopping, lastAttempt, log }: Pick<RunningJob, 'stopping' | 'lastAttempt' | 'log'>,
): Promise<void> {
  try {
    while (await system.transaction(transaction => giveBatch(transaction, id))) {
      if (stopping.aborted) throw new Error('the portal stops; the gift goes on with its next start')
    }
  } catch (error) {
    if (lastAttempt && !stopping.aborted) {
      log.error({ err: error }, '批量赠送优惠券失败')
      await endGift(system, id, 'failed')
    }
    throw error
  }
}

/** False when nobody is left. */
async function giveBatch(transaction: Database, id: string): Promise<boolean> {
  const gift = await lockGift(transaction, id)
  if (gift?.state !== 'running') return false
  const rows = await readyRows(transaction, id, batch)
  if (!rows.length) {
    await endGift(transaction, id, 'done')
    return false
  }
  let given = 0
  for (const { position, company_id } of rows) {
    const refused = await grantOne(transaction, company_id, gift.coupon_type_id)
    if (!refused) given += 1
    await settleRow(transaction, id, {
      position,
      outcome: refused === -49023 ? 'limit' : refused ? 'refused' : 'given',
      ...(refused && refused !== -49023 && { reason: codes[refused] }),
    })
  }
  await recordGiven(transaction, id, { done: rows.length, given })
  return true
}

/** The code that it was refused with; a savepoint, so that a refusal leaves nothing half done and the others stay. */
async function grantOne(transaction: Database, companyId: string, couponTypeId: string) {
  try {
    await transaction.transaction(inner => grantCoupon(inner, companyId, couponTypeId, 'gift', '平台'))
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
