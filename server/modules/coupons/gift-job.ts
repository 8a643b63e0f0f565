import { codes } from '#contract/codes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs, providerName } from '#server/engines/activity/context.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Services } from '#server/engines/services.ts'
import { grantCoupon } from './coupons.ts'
import { notifyOfGift } from './gift-notice.ts'
import { endGift, lockGift, readyRows, recordProgress, settleRow } from './gift-run.sql.ts'
import { companyFrozen } from './gifts.sql.ts'

type Needed = Pick<Services, 'system' | 'config' | 'jobs'>

/** Companies served by one transaction; claims of the same type wait behind it for some tens of milliseconds. */
const batch = 25

/**
 * Gives the companies of a gift their coupons. A batch and its records are one transaction, so that after a killed run the next
 * continues behind the last batch, and each company gets one coupon.
 */
export async function giveCoupons(
  services: Needed,
  { gift_id: id }: { gift_id: string },
  { stopping, lastAttempt, log }: Pick<RunningJob, 'stopping' | 'lastAttempt' | 'log'>,
): Promise<void> {
  const { system } = services
  try {
    while (await system.transaction(transaction => giveBatch(transaction, services, id))) {
      if (stopping.aborted) throw new Error('the portal stops; the gift goes on with its next start')
    }
  } catch (error) {
    if (lastAttempt) {
      log.error({ err: error }, '批量赠送优惠券失败')
      await endGift(system, id, 'failed')
    }
    throw error
  }
}

/** Returns false when no company is left. */
async function giveBatch(transaction: Database, services: Needed, id: string): Promise<boolean> {
  const gift = await lockGift(transaction, id)
  if (gift?.state !== 'running') return false
  const rows = await readyRows(transaction, id, batch)
  if (!rows.length) {
    await endGift(transaction, id, 'done')
    return false
  }
  let granted = 0
  for (const { position, company_id, frozen } of rows) {
    const refused = frozen ? undefined : await grantOne(transaction, services, company_id, gift.coupon_type_id)
    const isGranted = !frozen && !refused
    if (isGranted) granted += 1
    const reason = frozen ? companyFrozen : refused && codes[refused]
    await settleRow(
      transaction,
      id,
      refused === -49023
        ? { position, outcome: 'limit' }
        : { position, outcome: isGranted ? 'given' : 'refused', reason },
    )
  }
  await recordProgress(transaction, id, { done: rows.length, given: granted })
  return true
}

/** Returns the code of a refusal. A savepoint keeps a refusal from leaving anything half done; the other coupons stay. */
async function grantOne(transaction: Database, services: Needed, companyId: string, couponTypeId: string) {
  try {
    await transaction.transaction(async inner => {
      const gift = () => grantCoupon(inner, { companyId, couponTypeId, source: 'gift', claimedBy: providerName })
      const { coupon_id } = await loggedAs(providerName, gift)
      await notifyOfGift(inner, services, companyId, coupon_id)
    })
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
