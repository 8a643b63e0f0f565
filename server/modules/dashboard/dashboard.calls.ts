import { dashboardDays, setupSteps } from '#contract/operations/dashboard-names.ts'
import { mayRead } from '#contract/operations/operator-names.ts'
import { orderStates } from '#contract/shop.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { waitingFor } from '#server/engines/queues.ts'
import { cacheWhenSlow } from './cache-when-slow.ts'
import {
  countCompanies,
  countOnline,
  type DayFigure,
  figuresSince,
  keepDays,
  type LineCounts,
  linesByState,
  ordersByState,
  regionRows,
} from './dashboard.sql.ts'
import { setupDone } from './setup.sql.ts'

/** Days before today that are recomputed each hour, because a payment may become known a day or two after it was made. */
const unsettled = 2
const longest = Math.max(...dashboardDays)

const counting = new WeakMap<Database, () => Promise<number>>()

/** Counts the online devices: a hundred thousand of them are not counted on every read. */
function onlineIn(system: Database): Promise<number> {
  const known = counting.get(system) ?? cacheWhenSlow(() => countOnline(system))
  counting.set(system, known)
  return known()
}

type Measure = 'registrations' | 'companies' | 'revenue'

/** Sums up the recent days: today, with the six before, and with the 29 before. Days come oldest first. */
function recent(days: readonly DayFigure[], measure: Measure) {
  const last = (count: number) => days.slice(-count).reduce((sum, day) => sum + day[measure], 0)
  return { today: last(1), week: last(7), month: last(30) }
}

/** The states are those that the pages name; every line is in exactly one. */
function shownLines(counts: LineCounts | undefined) {
  if (!counts) return []
  const { unbound, active, suspended, released, expiring, expired_active, expired_unbound } = counts
  return [
    { state: 'unbound' as const, count: unbound - expired_unbound },
    { state: 'active' as const, count: active - expiring - expired_active },
    { state: 'expiring' as const, count: expiring },
    { state: 'expired' as const, count: expired_active + expired_unbound },
    { state: 'suspended' as const, count: suspended },
    { state: 'released' as const, count: released },
  ]
}

/** Stores the figures of completed days, so that the dashboard need not compute them; it runs each hour. */
export const keepFinishedDays = ({ system }: { system: Database }): Promise<number> =>
  keepDays(system, longest - 1, unsettled)

export const dashboardOperations = {
  async getSetupSteps({ system }) {
    const done = await setupDone(system)
    return { steps: setupSteps.map(step => ({ step, done: done?.[step] ?? false })) }
  },

  async getDashboard({ system, services, operator }, { days: requestedDays }) {
    const [days, [all, orders, lines, regions], online, waiting] = await Promise.all([
      figuresSince(system, longest - 1),
      together(system, database => [
        countCompanies(database),
        ordersByState(database),
        linesByState(database),
        regionRows(database),
      ]),
      onlineIn(system),
      waitingFor(system, services.queues, operator),
    ])
    const seesMoney = mayRead(operator.roles, ['finance'])
    return {
      at: new Date().toISOString(),
      registrations: recent(days, 'registrations'),
      companies: { ...recent(days, 'companies'), all },
      revenue: seesMoney ? recent(days, 'revenue') : null,
      orders: orderStates.map(state => ({ state, count: orders.find(each => each.state === state)?.count ?? 0 })),
      lines: shownLines(lines),
      regions,
      online,
      waiting,
      days: days.slice(-requestedDays).map(day => ({ ...day, revenue: seesMoney ? day.revenue : null })),
    }
  },
} satisfies SomeOperations
