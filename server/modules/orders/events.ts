import { domainEvent } from '#server/engines/events.ts'
import type { Order } from './orders.sql.ts'

/** Published behind an order's lock when the order has just ceased to wait for payment, because it was paid or has ended. */
export const pendingEnded = domainEvent<Pick<Order, 'company_id' | 'order_id' | 'order_number'> & { paid: boolean }>()

/** Published behind an order's lock when a late payment has just revived the order, which had ended unpaid. */
export const revived = domainEvent<Pick<Order, 'company_id' | 'order_id'>>()
