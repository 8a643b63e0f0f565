import type { CallName } from './index.ts'

/** The console's lists that keep views, by the name under which they keep them, and the call that reads each. */
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

/** Returns the call that reads a list; undefined for a name that no list has. */
export const callOfList = (list: string): CallName | undefined =>
  // The table's own keys are names of lists.
  Object.hasOwn(listCalls, list) ? listCalls[list as keyof typeof listCalls] : undefined
