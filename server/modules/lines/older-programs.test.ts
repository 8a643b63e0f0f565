import { expect, test } from 'vitest'
import { z } from 'zod'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, system } = portal

/** Creates a line, its paid order, and a refund as a version from before migration 0840 writes one: the line, then the refund. */
async function refunded(kind: 'requested' | 'unused') {
  const { shop } = await openShop(portal)
  const orderId = await shop.bought(await make.sku({ price: 10_000 }))
  const [line] = await shop.lines()
  const { id } = line ?? expect.unreachable()
  const suspend = (reason: string) =>
    system.change`update line set state = 'suspended', suspend_reason = ${reason} where id = ${id}`
  await suspend('退款处理中')
  await system.change`
    with asked as (
      insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind)
      select company_id, order_id, id, 'R' || id, amount, '不用了', ${kind} from payment where order_id = ${orderId}
      returning company_id, id, amount)
    insert into refund_item (company_id, refund_id, position, line_id, name, days, amount)
    select company_id, id, 1, ${id}, '专线', 1, amount from asked where ${kind === 'unused'}`
  const since = async () =>
    (
      await system.row(z.object({ since: z.string().nullable() }))`
        select refund_suspended_at as since from line where id = ${id}`
    )?.since
  return {
    since,
    suspend,
    resume: () => system.change`update line set state = 'unbound', suspend_reason = null where id = ${id}`,
  }
}

// Guard: functions/refund_suspends.sql. Otherwise a newer version beside it would let anyone renew, resume or release the line
// meanwhile.
test.each(['requested', 'unused'] as const)(
  'a line that an older program suspends for a refund (%s) counts as such',
  async kind => {
    const { since, suspend, resume } = await refunded(kind)
    expect(await since()).not.toBeNull()
    await resume()
    expect(await since()).toBeNull()
    // The provider suspends it later for another reason.
    await suspend('核实中')
    expect(await since()).toBeNull()
  },
)
