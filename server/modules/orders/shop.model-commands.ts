/** The commands that the model test makes its sequences of. */
import fc from 'fast-check'
import type { Attempt, ModelOrder } from './shop.model-words.ts'

const which = fc.nat({ max: 30 })
const online = fc.constantFrom<Attempt['gateway']>('sandbox', 'sandbox', 'transfer')
const anyGateway = fc.constantFrom<Attempt['gateway']>(
  'sandbox',
  'sandbox',
  'sandbox',
  'transfer',
  'balance',
  'balance',
)
const topUp = fc.constantFrom<number>(3_000, 6_000, 20_000, 40_000)

export const single = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('claim' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      what: fc.constantFrom<Extract<ModelOrder['what'], 'hours' | 'lines' | 'renewal'>>(
        'hours',
        'lines',
        'lines',
        'renewal',
      ),
      quantity: fc.integer({ min: 1, max: 2 }),
      coupon: fc.option(which),
      which,
      /** The renewal goes up to the end of a day. */
      until: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('top up' as const), amount: topUp }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('together' as const), which, count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('pay' as const), which, gateway: anyGateway }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave money' as const), which }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('notify' as const),
      which,
      wrong: fc.boolean(),
      late: fc.boolean(),
      times: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'expire' as const), which }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('ask refund' as const), which }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('ask unused' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('goodwill' as const), which, amount: fc.integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 12 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('decide' as const), which, approve: fc.boolean(), newest: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('assign' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('correct' as const), amount: fc.integer({ min: -9_000, max: 9_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('renews itself' as const), which }) },
)
export type Command = typeof single extends fc.Arbitrary<infer Value> ? Value : never

const last = -1
const notify = { do: 'notify', which: last, wrong: false, late: false, times: 1 } as const
const buy = (what: 'hours' | 'lines' | 'renewal', gateway: Attempt['gateway'], until = false): Command[] => [
  { do: 'order', what, quantity: 1, coupon: null, which: last, until },
  { do: 'pay', which: last, gateway },
  ...(gateway === 'balance' ? [] : [notify]),
]
const prepay = (amount: number, gateway: Attempt['gateway']): Command[] => [
  { do: 'top up', amount },
  { do: 'pay', which: last, gateway },
  notify,
]
const giveBack = (ask: 'ask unused' | 'ask refund', approve: boolean): Command[] => [
  { do: ask, which: last },
  { do: 'decide', which: last, approve, newest: false },
]

/** A sequence of commands that hardly ever comes up by chance: each step is judged like a single command. */
const story = fc
  .record({
    story: fc.constantFrom(
      ...(['renewed', 'renewed', 'renews itself', 'renews itself', 'prepaid', 'together', 'withdrawn'] as const),
    ),
    online,
    anyGateway,
    amount: topUp,
    approve: fc.boolean(),
    days: fc.constantFrom(1, 8, 12),
    /** The balance suffices before it is needed, or only later. */
    early: fc.boolean(),
  })
  .map(({ story, online, anyGateway, amount, approve, days, early }): Command[] => {
    const stories: Record<typeof story, Command[]> = {
      renewed: [
        ...(anyGateway === 'balance' ? prepay(40_000, online) : []),
        ...buy('lines', anyGateway),
        ...buy('renewal', anyGateway, early),
        { do: 'days pass', days: 8 },
        // The purchase's refund is requested while the refund of its renewal waits, or once it is decided.
        { do: 'ask unused', which: last },
        ...(early ? [{ do: 'ask unused' as const, which: -2 }] : []),
        { do: 'decide', which: last, approve, newest: false },
        ...giveBack('ask unused', !early).map(each => ({ ...each, which: -2 })),
      ],
      'renews itself': [
        ...buy('lines', online),
        { do: 'days pass', days: 12 },
        { do: 'days pass', days: 12 },
        ...(early ? prepay(20_000, online) : []),
        { do: 'renews itself', which: last },
        ...(early ? [] : [...(approve ? buy('renewal', online) : []), ...prepay(20_000, online)]),
      ],
      prepaid: [
        ...prepay(amount, online),
        ...buy(amount < 20_000 ? 'hours' : 'lines', 'balance'),
        { do: 'days pass', days },
        ...(amount < 20_000 ? [{ do: 'assign' as const, days: 7 }] : []),
        ...giveBack('ask unused', approve),
      ],
      together: [
        ...(early ? prepay(40_000, online) : []),
        { do: 'order', what: 'hours', quantity: 1, coupon: null, which: last, until: false },
        { do: 'order', what: 'lines', quantity: 1, coupon: null, which: last, until: false },
        { do: 'together', which: -2, count: 2 },
        ...(approve ? [] : [{ do: 'expire' as const, which: -2 }]),
        { do: 'pay', which: last, gateway: anyGateway },
        notify,
      ],
      withdrawn: [...prepay(amount, online), ...giveBack('ask refund', approve)],
    }
    return stories[story]
  })

/** One command, or several that belong together. */
export const commands = fc.oneof({ weight: 14, arbitrary: single.map(each => [each]) }, { weight: 1, arbitrary: story })
