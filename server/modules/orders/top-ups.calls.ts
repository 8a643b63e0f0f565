import type { SomeHandlers } from '#server/engines/context.ts'
import { placeJointTopUp, placeTopUp } from './top-ups.ts'

export const topUpCalls = {
  topUpBalance: ({ system, membership, account }, { amount }) =>
    placeTopUp(system, { ...membership, accountId: account.id, amount }),

  payOrdersTogether: ({ system, membership, account }, { order_ids }) =>
    placeJointTopUp(system, { ...membership, accountId: account.id, orderIds: [...new Set(order_ids)] }),
} satisfies SomeHandlers
