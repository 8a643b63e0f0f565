import type { CallName } from './index.ts'

/** The console's lists with saved views, by the name under which the views are stored, and the call that reads each list. */
export const listCalls = {
  activity: 'getCompanyActivity',
  balance: 'getBalanceLedger',
  'department-people': 'getCompanyUserList',
  devices: 'getDeviceList',
  duties: 'getDutyList',
  employees: 'getCompanyUserList',
  invoiceable: 'getInvoiceableOrderList',
  invoices: 'getInvoiceList',
  ledger: 'getServiceLedger',
  lines: 'getCompanyVplList',
  orders: 'getOrderList',
  proposals: 'getProposalList',
  shops: 'getShopList',
  statements: 'getStatementList',
  tickets: 'getTicketList',
} as const satisfies Record<string, CallName>

/** Returns the call that reads a list, or undefined for an unknown name. */
export const callOfList = (list: string): CallName | undefined =>
  // Only own keys of the table are list names.
  Object.hasOwn(listCalls, list) ? listCalls[list as keyof typeof listCalls] : undefined
