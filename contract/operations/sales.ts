import { salesBills } from './sales-bills.ts'
import { salesInvoices } from './sales-invoices.ts'
import { salesOrders } from './sales-orders.ts'
import { salesRefunds } from './sales-refunds.ts'
import { salesTransfers } from './sales-transfers.ts'

export const sales = { ...salesOrders, ...salesTransfers, ...salesRefunds, ...salesInvoices, ...salesBills }
