import sql, { type Sql } from 'sql-template-tag'

/** Numbers for each company. With 10,000 companies that is 1 million people, 5 million orders and 20 million rows of logs. */
const people = 100
const orders = 500
const addresses = 20
const audits = 500
/** Log rows for each device, and activity rows for each person. */
const deviceLog = 5
const acts = 2

export const peopleStatements = (companies: number): [string, Sql][] => [
  [
    'accounts',
    sql`insert into account (phone, display_name, agreement_version, agreed_at, registered_at, created_at)
      select '1' || (array[3, 5, 7, 8, 9])[1 + n % 5] || lpad(n::text, 9, '0'), '员工' || n, '2026-11', at, at, at
      from (select n, now() - make_interval(secs => n * 20) as at from generate_series(1, ${companies * people}::integer) n) as made`,
  ],
  [
    'companies',
    sql`insert into company (name, credit_code, industry_id, state, verified_at, created_at)
      select '第' || n || '号' || (array['跨境电商', '游戏', '软件', '物流', '直播'])[1 + n % 5] || '有限公司',
        '9144' || lpad(n::text, 14, '0'), (select id from industry order by sort limit 1),
        case when n % 50 = 0 then 'frozen' else 'active' end, at, at
      from (select n, now() - make_interval(mins => n * 30) as at from generate_series(1, ${companies}::integer) n) as made`,
  ],
  [
    'employees',
    sql`insert into employee (company_id, account_id, name, job_number, state, role, service_ends_at, created_at)
      select company.id, account.id, '张' || account.n, 'LF' || account.n, 'active',
        case when account.n % ${people}::integer = 1 then 'owner' else 'employee' end,
        now() + make_interval(days => (account.n % 100)::integer - 10), account.created_at
      from (select id, created_at, row_number() over (order by id) as n from account) as account
      join (select id, row_number() over (order by id) as n from company) as company
        on company.n = 1 + (account.n - 1) / ${people}::integer`,
  ],
  [
    'devices',
    sql`insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        last_seen_at, audit_state, auth_state, audited_at, created_at)
      select company_id, id, 'bench-' || id || k, 'DESKTOP-' || k, (array['windows', 'mac', 'android'])[k], '11', '12.3.0',
        '203.0.113.' || k, now() - make_interval(secs => random() * 864000), 'approved', 'authorized', now(), created_at
      from employee, generate_series(1, 3) k`,
  ],
  [
    'device log',
    sql`insert into device_log (company_id, device_id, action, actor_name)
      select company_id, id, 'registered', '员工' from device, generate_series(1, ${deviceLog}::integer)`,
  ],
  ['balances', sql`insert into service_balance (company_id, days) select id, (random() * 1000)::integer from company`],
  [
    'sessions',
    sql`insert into session (sid_hash, account_id, client_name, client_version, ip, user_agent, expires_at)
      select decode(md5(id::text), 'hex'), id, 'portal-web', '1201', '203.0.113.1', 'bench', now() + interval '20 days' from account`,
  ],
  [
    'short messages',
    sql`insert into sms_message (purpose, phone_masked, state, settled_at, created_at, account_id)
      select 'login', '139****0000', case when random() < 0.02 then 'failed' else 'sent' end, created_at, created_at, id
      from account, generate_series(1, 2)`,
  ],
  [
    'notices',
    sql`insert into notice (account_id, kind, subject, title, text)
      select id, 'service_ending', 'bench', '服务到期', '' from account`,
  ],
]

export const orderStatements = (hours: { id: string; categoryId: string }): [string, Sql][] => [
  [
    'orders',
    sql`insert into shop_order (company_id, number, account_id, buyer_name, kind, product, state, subject, list_amount,
        package_discount, coupon_discount, payable, request_key, request_hash, pays_until, paid_at, fulfilled_at, ended_at, created_at,
        returned_amount, refunded_amount)
      select company_id, to_char(at, 'YYYYMMDD') || lpad(row_number() over ()::text, 10, '0'), account_id, '张',
        case when k % 4 = 0 then 'renewal' else 'purchase' end, case when k % 3 = 0 then 'hours' else 'line' end, state,
        '数据中心原生 IP 线路 美国', 5800, 0, 0, 5800, k::text, '', at + interval '30 minutes',
        case when state in ('fulfilled', 'refunding', 'refunded') then at end,
        case when state in ('fulfilled', 'refunding', 'refunded') then at end,
        case when state in ('cancelled', 'closed', 'refunded') then at end, at,
        case when state in ('refunding', 'refunded') then 5800 else 0 end, case when state = 'refunded' then 5800 else 0 end
      from (
        select company_id, account_id, k, now() - make_interval(secs => random() * 400 * 86400) as at,
          case when k % 10 = 6 then 'closed' when k % 10 = 7 then 'cancelled' when k = 8 and hashtext(company_id::text) % 50 = 0 then 'refunding'
            when k % 100 = 18 then 'refunded' when k = 28 then 'pending' else 'fulfilled' end as state
        from employee, generate_series(1, ${orders}::integer) k where role = 'owner'
      ) as made`,
  ],
  ['order counts', sql`insert into order_count (state, orders) select state, count(*) from shop_order group by 1`],
  [
    'order items',
    sql`insert into order_item (company_id, order_id, position, sku_id, category_id, name, price, days, quantity,
        discount_percent, list_amount, amount)
      select company_id, id, 1, ${hours.id}, ${hours.categoryId}, '员工时长', 5800, 30, 1, 0, 5800, 5800 from shop_order`,
  ],
  [
    'order events',
    sql`insert into order_event (company_id, order_id, from_state, to_state, actor_name, created_at)
      select company_id, id, null, 'pending', '张', created_at from shop_order`,
  ],
  [
    'payments',
    sql`insert into payment (company_id, order_id, gateway, out_trade_no, trade_no, amount, state, expires_at, paid_at, created_at)
      select company_id, id, case when random() < 0.1 then 'transfer' when random() < 0.5 then 'alipay' else 'wechat' end,
        'P' || number, 'T' || number, payable,
        case when paid_at is not null then 'paid' when state = 'pending' then 'created' else 'closed' end,
        created_at + interval '1 hour', paid_at, created_at
      from shop_order where state <> 'cancelled'`,
  ],
  [
    'refunds',
    sql`insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, asked_at, done_at)
      select company_id, shop_order.id, payment.id, 'R' || number, payable, '不再需要', 'requested',
        case when shop_order.state = 'refunding' then 'asked' else 'done' end, shop_order.created_at,
        case when shop_order.state = 'refunded' then shop_order.created_at end
      from shop_order join payment using (company_id)
      where payment.order_id = shop_order.id and shop_order.state in ('refunding', 'refunded')`,
  ],
  [
    'invoices',
    sql`insert into invoice (company_id, state, amount, kind, title, tax_number, address, phone, bank, bank_account, email,
        invoice_number, asked_by, asked_at, decided_at)
      select company_id, case when n % 2000 = 0 then 'asked' else 'issued' end, 5800, 'normal', '第' || n || '公司', '9144' || n,
        '', '', '', '', 'bench@example.com', case when n % 2000 = 0 then null else 'F' || n end, '张', created_at, created_at
      from (select company_id, created_at, row_number() over () as n from shop_order where state = 'fulfilled') as paid
      where n % 10 = 0`,
  ],
]

export const lineStatements = (
  line: { id: string; regionId: string | null; accessWayId: string | null },
  companies: number,
): [string, Sql][] => [
  [
    'addresses',
    sql`insert into ip_address (region_id, access_way_id, address, gateway)
      select ${line.regionId}, ${line.accessWayId}, '20.0.0.0'::inet + n, 'gw.example.com'
      from generate_series(1, ${companies * addresses}::integer) n`,
  ],
  [
    'lines',
    sql`insert into line (company_id, name, sku_id, region_id, access_way_id, state, ip_address_id, ends_at, order_id, created_at)
      select company_id, '专线' || bought.n, ${line.id}, ${line.regionId}, ${line.accessWayId},
        case when address.id is null then 'unbound' else 'active' end, address.id,
        now() + make_interval(days => (bought.n % 60)::integer), bought.id, bought.created_at
      from (
        select *, row_number() over (order by id) as n from (
          select company_id, id, created_at, row_number() over (partition by company_id order by id) as of_company
          from shop_order where state = 'fulfilled' and product = 'line'
        ) as fulfilled where of_company <= 10
      ) as bought
      left join (select id, row_number() over (order by address) as n from ip_address) as address
        on address.n = bought.n and bought.n % 5 > 0`,
  ],
]

export const logStatements = (companies: number): [string, Sql][] => [
  [
    'activity',
    sql`insert into activity (company_id, at, actor_kind, actor_name, action, subject_id, subject_name, detail)
      select company_id, now() - make_interval(secs => (100 - age) * 2000 + n * 1000), 'account', '张' || age,
        (array['employee.added', 'employee.assigned', 'employee.changed'])[1 + n % 3], id, name, '人天 30'
      from (select *, row_number() over (partition by company_id order by id) as age from employee) as employee,
        generate_series(1, ${acts}::integer) n`,
  ],
  [
    'audit entries',
    sql`insert into audit_entry (actor, action, target, ip, created_at)
      select case when made.n % 3 = 0 then 'operator:' else 'account:' end || gen_random_uuid(),
        (array['verification.approved', 'order.closed', 'session.ended', 'company.frozen'])[1 + made.n % 4],
        'company:' || company.id, '203.0.113.1', now() - make_interval(secs => made.n * 30)
      from generate_series(1, ${companies * audits}::integer) as made (n)
      join (select id, row_number() over (order by id) as n from company) as company
        on company.n = 1 + made.n % ${companies}::integer`,
  ],
]
