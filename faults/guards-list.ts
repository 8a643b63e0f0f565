/** A condition, lock or constraint that decides a race, and the test that fails without it. */
export interface Guard {
  name: string
  file: string
  /** The guard's text, which occurs once in the file. */
  guard: string
  /** The text that replaces it to remove the guard. */
  without: string
  /** The file of the test, and words of its title. */
  test: readonly [file: string, title: string]
}

const orders = 'server/modules/orders/orders.sql.ts'
const orderRaces = 'server/modules/orders/races.test.ts'
const placing = 'server/modules/orders/placing.test.ts'
const paymentRaces = 'server/modules/payments/races.test.ts'
const coupons = 'server/modules/coupons/coupons.sql.ts'
const couponRaces = 'server/modules/coupons/coupons.test.ts'
const stateIs = (from: string) => `and id = \${order_id} and state = ${from}`
const anyState = 'and id = ${order_id}'

const stillBuys = ` and state = 'active' and (role <> 'employee'
          or exists (select from employee_duty where company_id = \${companyId} and employee_id = \${buyer.employeeId} and duty = 'finance'))\``

export const guards: readonly Guard[] = [
  {
    name: 'the state in setPaid',
    file: orders,
    guard: `hidden = false\n    where company_id = \${company_id} ${stateIs('${state}')}`,
    without: `hidden = false\n    where company_id = \${company_id} ${anyState}`,
    test: [orderRaces, 'two deliveries of an order read without its lock'],
  },
  {
    name: 'the state in setEnded',
    file: orders,
    guard: `set state = \${to}, ended_at = now()\n    where company_id = \${company_id} ${stateIs('${from}')}`,
    without: `set state = \${to}, ended_at = now()\n    where company_id = \${company_id} ${anyState}`,
    test: [orderRaces, 'ended twice concurrently'],
  },
  {
    name: 'the state in setRefunding',
    file: orders,
    guard: `set state = 'refunding' where company_id = \${company_id} ${stateIs("'fulfilled'")}`,
    without: `set state = 'refunding' where company_id = \${company_id} ${anyState}`,
    test: [orderRaces, 'a refund requested twice concurrently'],
  },
  {
    name: 'the balance that stays above zero',
    file: 'server/modules/people/hours/hours.sql.ts',
    guard: 'where company_id = ${companyId} and days + ${days} >= 0',
    without: 'where company_id = ${companyId}',
    test: [orderRaces, 'refund and assignment of the same days'],
  },
  {
    name: 'the prepaid balance that stays above zero',
    file: 'server/modules/balance/balance.sql.ts',
    guard: 'where company_id = ${companyId} and amount + ${amount}::bigint >= 0',
    without: 'where company_id = ${companyId}',
    test: ['server/modules/payments/balance.test.ts', 'twelve concurrent payments'],
  },
  {
    name: 'the lines of a bank that add up to no more than is due',
    file: 'server/modules/payments/transfer-parts.sql.ts',
    guard: ' and received + ${amount}::bigint <= amount',
    without: '',
    test: ['server/modules/payments/transfer-parts.test.ts', 'never counts more than is due'],
  },
  {
    name: 'the lock of those who place orders',
    file: 'server/modules/orders/placing.sql.ts',
    guard: 'select pg_advisory_xact_lock(471530191, hashtext(${companyId}))',
    without: 'select hashtext(${companyId})',
    test: [orderRaces, 'an order waits for another'],
  },
  {
    name: 'the buyer who still is a manager',
    file: 'server/modules/orders/placing.sql.ts',
    guard: stillBuys,
    without: '`',
    test: [orderRaces, 'a manager who is removed'],
  },
  {
    name: 'the free addresses in reserve',
    file: 'server/modules/lines/stock.sql.ts',
    guard: 'and free - reserved >= ${count}::integer`',
    without: '`',
    test: [placing, 'fifty orders for the last address'],
  },
  {
    name: 'the unused coupon in holdCoupon',
    file: coupons,
    guard: "and id = ${couponId} and state = 'unused'\n      and valid_until",
    without: 'and id = ${couponId}\n      and valid_until',
    test: [placing, 'a coupon that another order takes'],
  },
  {
    name: 'the coupons that are left in countClaim',
    file: coupons,
    guard: 'where id = ${couponTypeId} and (total is null or claimed < total)`',
    without: 'where id = ${couponTypeId}`',
    test: [couponRaces, 'claim'],
  },
  {
    name: 'the coupons a company may have',
    file: coupons,
    guard: 'where had.count < ${type.per_company}::integer',
    without: 'where had.count >= 0',
    test: [couponRaces, 'claim'],
  },
  {
    name: 'the state in startGift',
    file: 'server/modules/coupons/gift-run.sql.ts',
    guard: "where id = ${id} and state in ('previewed', 'failed') and total > 0",
    without: 'where id = ${id} and total > 0',
    test: ['server/modules/coupons/gifts.test.ts', 'a gift list is previewed row by row'],
  },
  {
    name: 'the state in setPaymentPaid',
    file: 'server/modules/payments/payments.sql.ts',
    guard: "and id = ${payment_id} and state in ('created', 'failed', 'closed')`",
    without: 'and id = ${payment_id}`',
    test: [paymentRaces, '200 notifications of five payments'],
  },
  {
    name: 'the state in setRefundState',
    file: 'server/modules/payments/refunds.sql.ts',
    guard: 'and id = ${refund_id} and state = any(${from}::text[])`',
    without: 'and id = ${refund_id} and ${from}::text[] is not null`',
    test: ['server/modules/payments/transfers.test.ts', 'of a concurrent approval and rejection'],
  },
  {
    name: 'the difference of a bill that nobody has handled',
    file: 'server/modules/payments/bills/bills.sql.ts',
    guard: 'where id = ${differenceId} and handled_at is null',
    without: 'where id = ${differenceId}',
    test: ['server/modules/payments/bills/bills.test.ts', 'handled once'],
  },
  {
    name: 'the request that still waits in decide',
    file: 'server/engines/approvals/approvals.sql.ts',
    guard: "where approval.id = ${id} and approval.state = 'waiting' and decider.id",
    without: 'where approval.id = ${id} and decider.id',
    test: ['server/modules/payments/operations.test.ts', 'two confirmations at once settle once'],
  },
  {
    name: 'the invoice that nobody has decided',
    file: 'server/modules/invoices/invoices.sql.ts',
    guard: 'where company_id = ${companyId} and id = ${invoiceId} and state = ${from}\n    returning title',
    without: 'where company_id = ${companyId} and id = ${invoiceId} and ${from}::text is not null\n    returning title',
    test: ['server/modules/invoices/invoices.test.ts', 'has one winner when withdrawing and issuing'],
  },
  {
    name: 'the order without an invoice in markOrders',
    file: 'server/modules/invoices/invoices.sql.ts',
    guard: "state = 'fulfilled' and invoice_id is null and payable > 0",
    without: "state = 'fulfilled' and payable > 0",
    test: ['server/modules/invoices/invoices.test.ts', 'for the same order concurrently makes one invoice'],
  },
  {
    name: 'the settlement that is not paid',
    file: 'server/modules/channels/settlement.sql.ts',
    guard: 'where id = ${settlementId} and paid_at is null and commission + carried > 0',
    without: 'where id = ${settlementId} and commission + carried > 0',
    test: ['server/modules/channels/settlement.test.ts', 'is marked as paid once'],
  },
  {
    name: 'the approved login that is used up once',
    file: 'server/modules/accounts/terminals/held-logins.sql.ts',
    guard: "and state = 'approved' and generation = ${generation} and expires_at > now()`) > 0",
    without: "and state in ('approved', 'used') and generation = ${generation} and expires_at > now()`) > 0",
    test: [
      'server/modules/accounts/terminals/terminals.test.ts',
      'of two concurrent logins only one uses the approval',
    ],
  },
  {
    name: 'the generation that a login has proved',
    file: 'server/modules/accounts/session.ts',
    guard: "where id = ${proved.account_id} and generation = ${proved.generation} and state = 'active'",
    without: "where id = ${proved.account_id} and state = 'active'",
    test: ['server/modules/accounts/generations.test.ts', 'a login that verified the old password'],
  },
]
