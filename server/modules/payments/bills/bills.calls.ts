import { Refusal } from '#server/core/refusal.ts'
import { dayInChina, day as dayLength } from '#server/core/service-time.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { readBillsJob } from '../jobs.ts'
import { daysBackAtMost, setHandled, setUnread } from './bills.sql.ts'
import { billRows, countBills, countDifferences, differenceRows } from './lists.sql.ts'

export const billsOperations = {
  async getBillList({ system }, { page, page_size, ...filter }) {
    const [list, counted] = await together(system, database => [
      billRows(database, filter, listedPage({ page, page_size })),
      countBills(database, filter, countedRows),
    ])
    return { list, ...listedTotal(counted) }
  },

  async getBillDifferenceList({ system }, { page, page_size, ...filter }) {
    const [list, counted] = await together(system, database => [
      differenceRows(database, filter, listedPage({ page, page_size })),
      countDifferences(database, filter, countedRows),
    ])
    return { list, ...listedTotal(counted) }
  },

  async handleBillDifference({ system, operator }, { difference_id, reason }) {
    if (!(await setHandled(system, difference_id, operator.id, reason))) throw new Refusal(-53204)
    await recordAudit(system, {
      action: 'bill.difference_handled',
      target: `bill_difference:${difference_id}`,
      after: { reason },
    })
  },

  async readBillAgain({ system, services }, { gateway, day }) {
    const earliest = dayInChina(Date.now() - daysBackAtMost * dayLength)
    if (!services.gateways.online[gateway] || day >= dayInChina(Date.now()) || day < earliest) throw new Refusal(-53205)
    await setUnread(system, gateway, day)
    await services.jobs.enqueue(system, readBillsJob, {}, { key: 'read_bills' })
    await recordAudit(system, { action: 'bill.read_again', target: `bill:${gateway}:${day}` })
  },
} satisfies SomeOperations
