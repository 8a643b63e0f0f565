/** A condition or a lock within a statement that keeps two changes apart. */
interface Guard {
  /** What it keeps. */
  keeps: string
  /** What is taken out, once the statement's blanks are single. */
  without: [find: RegExp, replacement: string][]
  /** Changes that end like neither order without it. */
  pair: readonly [string, string]
}

/*
 * The guards of money, stock, hours, rights and approvals. Where two guards stand behind each other, both are taken out:
 * one of them alone suffices.
 */
export const guards: Guard[] = [
  {
    keeps: 'a coupon is used once',
    without: [[/(update coupon set state = 'locked'.*) and state = 'unused'/, '$1']],
    pair: ['createOrder, with a coupon', 'createOrder, with a coupon'],
  },
  {
    keeps: 'the last address is ordered once',
    without: [
      [/and free - reserved >= (\$\d+)/, 'and $1::integer is not null'],
      [/(from address_stock where .*) for no key update/, '$1'],
    ],
    pair: ['createOrder', 'createOrder'],
  },
  {
    keeps: 'the balance of hours is not spent twice',
    without: [[/and days \+ (\$\d+) >= 0/, 'and $1::integer is not null']],
    pair: ['setCompanyUserService', 'setCompanyUserService, another'],
  },
  {
    keeps: 'what operators take back is there',
    without: [[/and days \+ (\$\d+) >= 0/, 'and $1::integer is not null']],
    pair: ['setCompanyUserService', 'takeBackCompanyHours'],
  },
  {
    keeps: 'hours of one person change one after the other',
    without: [[/(from employee where company_id = .* order by id) for no key update/, '$1']],
    pair: ['setCompanyUserService', 'reclaimService'],
  },
  {
    keeps: 'an order ends once',
    without: [
      [/(from shop_order where company_id = \$1 and id = \$2) for no key update/, '$1'],
      [
        /(update shop_order set state = \$1, ended_at = now\(\) where .*) and state = (\$\d+)/,
        '$1 and $2::text is not null',
      ],
    ],
    pair: ['orderOpera, cancel', 'closeSalesOrder'],
  },
  {
    keeps: 'an order is given back once',
    without: [
      [/(from shop_order where company_id = \$1 and id = \$2) for no key update/, '$1'],
      [/(update shop_order set state = 'refunding' where .*) and state = 'fulfilled'/, '$1'],
    ],
    pair: ['orderOpera, refund', 'orderOpera, refund'],
  },
  {
    keeps: 'a refund is decided once',
    without: [
      [/(from shop_order where company_id = \$1 and id = \$2) for no key update/, '$1'],
      [/(update refund set state = .*) and state = any\((\$\d+)::text\[\]\)/, '$1 and $2::text[] is not null'],
    ],
    pair: ['rejectRefund', 'rejectRefund'],
  },
  {
    keeps: 'a wrong transfer is recorded once',
    without: [[/ and problem is null and state in \('created', 'failed', 'closed'\)/, '']],
    pair: ['recordWrongTransfer', 'recordWrongTransfer'],
  },
  {
    keeps: 'an order is in one invoice',
    without: [
      [/(select id from shop_order where .* order by id) for no key update/, '$1'],
      [/ and state = 'fulfilled' and invoice_id is null/, ''],
    ],
    pair: ['requestInvoice', 'requestInvoice'],
  },
  {
    keeps: 'an invoice is decided once',
    without: [
      [/(select id from shop_order where .* order by id) for no key update/, '$1'],
      [/(update invoice set state = .*) and state = (\$\d+)/, '$1 and $2::text is not null'],
    ],
    pair: ['withdrawInvoice', 'rejectInvoiceRequest'],
  },
  {
    keeps: 'an address is bound once',
    without: [[/(update ip_address set state = 'bound' where id = \$1) and state = 'free'/, '$1']],
    pair: ['bindCompanyVpl', 'bindCompanyVpl, another line'],
  },
  {
    keeps: 'a line is moved once',
    without: [
      [/(from line where company_id = .* and id = \$\d+) for no key update/, '$1'],
      [/(update line set ip_address_id = .*) and ip_address_id = (\$\d+)/, '$1 and $2::uuid is not null'],
    ],
    pair: ['moveLine', 'moveLine'],
  },
  {
    keeps: 'a group holds what its log says',
    without: [[/(from line_group where company_id = \$1 and id = \$2) for no key update/, '$1']],
    pair: ['setVplGroupLines', 'setVplGroup'],
  },
  {
    keeps: 'a group loses a deleted department with a word in its log',
    without: [[/(select from department where .*) for update/, '$1']],
    pair: ['delDepartment', 'setVplGroupMembers'],
  },
  {
    keeps: 'a company has one owner',
    without: [[/(from employee where company_id = .* order by id) for no key update/, '$1']],
    pair: ['setCompanyUserRole, owner', 'changeCompanyOwner'],
  },
  {
    keeps: 'an approval is decided once',
    without: [[/and approval\.state = 'waiting'/, '']],
    pair: ['decideApproval, confirm', 'decideApproval, reject'],
  },
  {
    keeps: 'a trial is decided once',
    without: [
      [/(from company where id = \$1) for no key update/, '$1'],
      [/(update trial set .*) and state = 'requested'/, '$1'],
    ],
    pair: ['openTrial', 'declineTrial'],
  },
]
