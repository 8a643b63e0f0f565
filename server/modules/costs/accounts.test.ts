import fc from 'fast-check'
import { expect, test } from 'vitest'
import { costGroups } from '#contract/cost-names.ts'
import { treeOf } from '#server/modules/people/tree.ts'
import { cellsOf, monthTotals } from './accounts.ts'
import { hourPieces } from './hour-pieces.ts'
import { type Bought, linePieces } from './line-pieces.ts'
import { placesBy } from './places.ts'
import { rowsBy } from './report.ts'
import { allocate, amountBetween, dayNumber, monthAfter } from './spread.ts'

const start = Date.parse('2026-01-01T00:00:00+08:00')
const hour = 3_600_000
/** Two years, in hours. */
const at = fc.nat(2 * 365 * 24).map(hours => new Date(start + hours * hour).toISOString())
const fen = fc.nat(2_000_000)
const who = fc.constantFrom('amy', 'bob', 'cai', 'dan')
const where = fc.constantFrom('d1', 'd2', null)
const which = fc.nat(5)

const bought = fc.record({
  product: fc.constantFrom('hours' as const, 'line' as const),
  payable: fen,
  fulfilled_at: at,
  items: fc.array(
    fc.record({ amount: fen, days: fc.integer({ min: 1, max: 400 }), quantity: fc.integer({ min: 1, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  renews: fc.option(which, { nil: undefined }),
  /** The hours from the delivery to the end that a renewal set; an older renewal has none. */
  until: fc.option(fc.nat(9000), { nil: undefined }),
  back: fc.array(
    fc.record({
      part: fc.integer({ min: 0, max: 60 }),
      after: fc.nat(8000),
      named: fc.option(which, { nil: undefined }),
      whole: fc.boolean(),
    }),
    { maxLength: 2 },
  ),
  released: fc.option(fc.nat(9000), { nil: undefined }),
})
const entry = fc.record({
  days: fc.integer({ min: 1, max: 90 }),
  who: fc.option(who, { nil: null }),
  at,
  back: fc.boolean(),
})
const use = fc.record({ line: which, employee_id: who, at })
const place = fc.record({ employee_id: who, dept_id: where, since: at })

const later = (from: string, hours: number) => new Date(Date.parse(from) + hours * hour).toISOString()
const byTime = <Each extends { at: string }>(all: Each[]) => all.sort((one, other) => (one.at < other.at ? -1 : 1))

type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Each> ? Each : never

function worldOf(orders: Value<typeof bought>[], entries: Value<typeof entry>[]) {
  const made: Bought[] = orders
    .map(({ product, payable, fulfilled_at, items, renews, until, back }, number) => ({
      order_id: `o${number}`,
      product,
      kind: renews === undefined ? ('purchase' as const) : ('renewal' as const),
      payable,
      fulfilled_at,
      items: items.map(item => ({
        ...item,
        quantity: renews === undefined ? item.quantity : 1,
        line_id: renews === undefined || product === 'hours' ? null : `l${renews}`,
        old_ends_at: renews === undefined ? null : later(fulfilled_at, 48),
        new_ends_at: renews === undefined || until === undefined ? null : later(fulfilled_at, until),
      })),
      refunds: byTime(
        back.map(({ part, after, named, whole }) => {
          const amount = Math.floor((payable * part) / 120)
          const lines = named === undefined ? [] : [{ line_id: `l${named}`, amount, days: part }]
          return { amount, at: later(fulfilled_at, after), whole: whole && !lines.length, lines }
        }),
      ),
    }))
    .sort((one, other) => (one.fulfilled_at < other.fulfilled_at ? -1 : 1))
  const lines = Array.from({ length: 6 }, (_, number) => ({
    line_id: `l${number}`,
    order_id: made[number]?.order_id ?? null,
    released_at:
      orders[number]?.released === undefined ? null : later(new Date(start).toISOString(), orders[number].released),
  }))
  // Nobody gets more days than there are, and nobody returns more than they got.
  let balance = 0
  const own = new Map<string, number>()
  const ledger = byTime(entries.map(({ at, ...rest }) => ({ at, ...rest }))).flatMap(({ days, who, at, back }) => {
    const held = own.get(who ?? '') ?? 0
    const most = who === null ? (back ? balance : Infinity) : back ? held : balance
    const count = Math.min(days, most)
    if (!count) return []
    const change = who === null ? (back ? -count : count) : back ? count : -count
    balance += change
    if (who) own.set(who, held - change)
    return [{ days: change, employee_id: who, at }]
  })
  return { made, lines, ledger }
}

const unnamed = { names: new Map(), departments: new Map(), lines: new Map() }
const months = Array.from({ length: 300 }, (_, place) => monthAfter(start, place))

/** A nightly run sets COST_WORLDS=10000. */
const numRuns = Number(process.env.COST_WORLDS ?? 300)

test('costs by department, person and line all add up to the month’s cost, through refunds and reclaims', () => {
  fc.assert(
    fc.property(
      fc.array(bought, { maxLength: 6 }),
      fc.array(entry, { maxLength: 14 }),
      fc.array(use, { maxLength: 20 }),
      fc.array(place, { maxLength: 8 }),
      fc.nat(23),
      (orders, entries, uses, places, ahead) => {
        const { made, lines, ledger } = worldOf(orders, entries)
        const pieces = linePieces(made, lines)
        const hours = hourPieces(made, ledger, new Map())
        const accounts = { linePieces: pieces, hours, orders: made, lines: new Map() }
        const placeOn = placesBy(
          places.map(each => ({ ...each })).sort((one, other) => (one.since < other.since ? -1 : 1)),
          [],
        )
        const month = monthAfter(start, ahead)
        const used = uses
          .map(({ line, employee_id, at }) => ({ line_id: `l${line}`, employee_id, day: dayNumber(at) }))
          .filter(({ day }) => day >= month.from && day < month.to)
        const cells = cellsOf(accounts, used, placeOn, month)
        const { hours_amount, lines_amount } = monthTotals(accounts, month)
        for (const by of costGroups) {
          const rows = rowsBy(by, { ...unnamed, cells }, treeOf([]))
          const sum = (name: 'hours_amount' | 'lines_amount' | 'amount') =>
            rows.reduce((all, row) => all + row[name], 0)
          expect([by, sum('hours_amount'), sum('lines_amount'), sum('amount')]).toEqual([
            by,
            hours_amount,
            lines_amount,
            hours_amount + lines_amount,
          ])
        }
        // All months together are the payments, less the refunds and what is still in the balance.
        const paid = made.reduce(
          (sum, { payable, refunds }) => sum + payable - refunds.reduce((back, { amount }) => back + amount, 0),
          0,
        )
        const all = months.reduce((sum, each) => {
          const total = monthTotals(accounts, each)
          return sum + total.hours_amount + total.lines_amount
        }, 0)
        expect(all + hours.balance.fen).toBe(paid)
        expect(hours.balance.fen).toBeGreaterThanOrEqual(0)
        expect(hours.balance.days).toBe(ledger.reduce((sum, { days }) => sum + days, 0))
      },
    ),
    { numRuns },
  )
})

test('a refund or reclaim does not change earlier months', () => {
  const order = (refunds: Bought['refunds']): Bought => ({
    order_id: 'o',
    product: 'line',
    kind: 'purchase',
    payable: 100_001,
    fulfilled_at: '2026-01-10T02:00:00.000Z',
    items: [{ amount: 1, days: 90, quantity: 1, line_id: null, old_ends_at: null, new_ends_at: null }],
    refunds,
  })
  const lines = [{ line_id: 'l', order_id: 'o', released_at: null }]
  const of = (refunds: Bought['refunds']) => {
    const pieces = linePieces([order(refunds)], lines).get('l') ?? []
    return [0, 1, 2, 3].map(count => {
      const { from, to } = monthAfter(start, count)
      return pieces.reduce((sum, piece) => sum + amountBetween(piece, from, to), 0)
    })
  }
  const [january, february, march, april] = of([])
  expect([january, february, march, april]).toEqual([24_445, 31_111, 34_445, 10_000])
  const requestedAt = '2026-03-05T02:00:00.000Z'
  // Part of the future is refunded: the remaining days cost less.
  expect(of([{ amount: 20_000, at: requestedAt, whole: false, lines: [] }]).slice(0, 2)).toEqual([january, february])
  expect(of([{ amount: 20_000, at: requestedAt, whole: false, lines: [] }]).reduce((sum, each) => sum + each, 0)).toBe(
    80_001,
  )
  // All of it is refunded: the cost of January and February is subtracted in March.
  expect(of([{ amount: 100_001, at: requestedAt, whole: false, lines: [] }])).toEqual([
    january,
    february,
    -(january ?? 0) - (february ?? 0),
    0,
  ])

  const bought = { ...order([]), product: 'hours' as const, payable: 9_000 }
  const entries = [
    { days: 90, employee_id: null, at: bought.fulfilled_at },
    { days: -60, employee_id: 'amy', at: '2026-01-20T02:00:00.000Z' },
  ]
  const hours = (more: typeof entries) => {
    const accounts = { hours: hourPieces([bought], [...entries, ...more], new Map()), linePieces: new Map() }
    return [0, 1, 2].map(
      count => monthTotals({ ...accounts, orders: [], lines: new Map() }, monthAfter(start, count)).hours_amount,
    )
  }
  expect(hours([])).toEqual([1_200, 2_800, 2_000])
  expect(hours([{ days: 15, employee_id: 'amy', at: '2026-02-25T02:00:00.000Z' }])).toEqual([1_200, 2_800, 500])
})

test('the cost of a renewal falls on the days that it gave: after a gift, and earlier once preceding days were refunded', () => {
  const order = (number: number, more: Partial<Bought>): Bought => ({
    order_id: `o${number}`,
    product: 'line',
    kind: 'renewal',
    payable: 3_000,
    fulfilled_at: `2026-01-0${number}T02:00:00.000Z`,
    items: [],
    refunds: [],
    ...more,
  })
  const item = (new_ends_at: string | null) => [
    { amount: 1, days: 30, quantity: 1, line_id: 'l', old_ends_at: '2026-01-10T07:00:00.000Z', new_ends_at },
  ]
  const from = (orders: Bought[]) =>
    (linePieces(orders, [{ line_id: 'l', order_id: null, released_at: null }]).get('l') ?? []).map(piece => piece.from)
  const [tenth, ends] = [
    dayNumber('2026-01-10T07:00:00.000Z'),
    (days: number) => later('2026-01-10T07:00:00.000Z', days * 24),
  ]
  // A renewal without a stored end follows the one before it.
  expect(from([order(1, { items: item(null) }), order(2, { items: item(null) })])).toEqual([tenth, tenth + 30])
  // Ten days were given in between.
  expect(from([order(1, { items: item(ends(30)) }), order(2, { items: item(ends(70)) })])).toEqual([tenth, tenth + 40])
  // A line that ends with a day is followed by the next.
  expect(from([order(1, { items: item('2026-03-01T15:59:59.999Z') })])).toEqual([
    dayNumber('2026-03-01T16:00:00.000Z') - 30,
  ])
  // The first is refunded whole: before the second is bought, or after it.
  const back = (at: string) => [{ amount: 3_000, at, whole: true, lines: [] }]
  const first = (at: string) => order(1, { items: item(ends(30)), refunds: back(at) })
  expect(from([first('2026-01-01T03:00:00.000Z'), order(2, { items: item(ends(30)) })]).at(-1)).toBe(tenth)
  expect(from([first('2026-01-03T03:00:00.000Z'), order(2, { items: item(ends(60)) })]).at(-1)).toBe(tenth)
  // Only its last twelve days are refunded.
  const lines = [{ line_id: 'l', amount: 1_200, days: 12 }]
  const part = order(1, { items: item(ends(30)), refunds: [{ amount: 1_200, at: ends(18), whole: false, lines }] })
  expect(from([part, order(2, { items: item(ends(60)) })]).at(-1)).toBe(tenth + 18)
})

test('reserved days start when the person joins and cost nothing before', () => {
  const bought: Bought = {
    order_id: 'o',
    product: 'hours',
    kind: 'purchase',
    payable: 3_000,
    fulfilled_at: '2026-01-01T02:00:00.000Z',
    items: [],
    refunds: [],
  }
  const entries = [
    { days: 30, employee_id: null, at: bought.fulfilled_at },
    { days: -30, employee_id: 'amy', at: '2026-01-02T02:00:00.000Z' },
  ]
  const months = (joins: Map<string, string[]>) => {
    const hours = hourPieces([bought], entries, joins)
    const totals = [0, 1].map(
      count =>
        monthTotals({ hours, linePieces: new Map(), orders: [], lines: new Map() }, monthAfter(start, count))
          .hours_amount,
    )
    return totals
  }
  expect(months(new Map())).toEqual([3_000, 0])
  expect(months(new Map([['amy', ['2026-01-22T02:00:00.000Z']]]))).toEqual([1_000, 2_000])
  expect(months(new Map([['amy', []]]))).toEqual([0, 0])
})

test('allocated parts add up to the whole', () => {
  expect(allocate(100, [1, 1, 1])).toEqual([33, 34, 33])
  expect(allocate(-5, [0, 0])).toEqual([-2, -3])
  expect(allocate(7, [0, 3])).toEqual([0, 7])
})
