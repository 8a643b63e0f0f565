import { domainEvent } from '#server/engines/events.ts'
import type { Services } from '#server/engines/services.ts'
import type { Order } from './orders.sql.ts'

export interface EndedPending extends Pick<Order, 'company_id' | 'order_id' | 'order_number'> {
  paid: boolean
  services: Pick<Services, 'config' | 'jobs'>
}

/** Published behind an order's lock when the order has just ceased to wait for payment, because it was paid or has ended. */
export const pendingEnded = domainEvent<EndedPending>()

/** Published behind an order's lock when a late payment has just revived the order, which had ended unpaid. */
export const revived = domainEvent<Pick<Order, 'company_id' | 'order_id'>>()
