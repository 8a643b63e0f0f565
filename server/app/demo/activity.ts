import { type ActivityName, activityNames } from '#contract/activity-names.ts'
import { systemName } from '#server/core/system-name.ts'
import type { Database } from '#server/database/database.ts'

/** The activity that corresponds to an order's new state. */
const orderActions = {
  paid: 'order.paid',
  cancelled: 'order.cancelled',
  closed: 'order.closed',
  refunding: 'order.refunding',
  refunded: 'order.refunded',
} as const satisfies Record<string, ActivityName>

const ledgerActions = {
  assignment: 'employee.assigned',
  purchase: 'company.hours_purchased',
  gift: 'company.hours_gifted',
} as const satisfies Record<string, ActivityName>

/**
 * Fills the companies' activity from existing demonstration records: the logs of people, devices and lines, the ledger of hours and
 * the order histories.
 */
export async function insertActivity(database: Database): Promise<void> {
  await database.change`
    with entry as (
      select id as company_id, verified_at as at, ${systemName} as actor_name, 'company.created' as action, id as subject_id,
        name as subject_name, '' as detail
      from company where verified_at is not null
      union all
      select department.company_id, department.created_at, owner.name, 'department.added', department.id, department.name, ''
      from department join employee owner on owner.company_id = department.company_id and owner.role = 'owner'
      union all
      select log.company_id, log.created_at, log.actor_name, 'employee.' || log.action, employee.id, employee.name, log.detail
      from employee_log log join employee on employee.company_id = log.company_id and employee.id = log.employee_id
      union all
      select company_id, created_at, actor_name, ${JSON.stringify(ledgerActions)}::jsonb ->> kind, coalesce(employee_id, company_id),
        coalesce(employee_name, ''), abs(days) || ' 天' || case when note = '' then '' else '：' || note end
      from service_entry
      union all
      select log.company_id, log.created_at, log.actor_name, 'device.' || log.action, device.id, device.name, log.detail
      from device_log log join device on device.company_id = log.company_id and device.id = log.device_id
      union all
      select log.company_id, log.created_at, log.actor_name, 'line.' || log.action, line.id, line.name, log.detail
      from line_log log join line on line.company_id = log.company_id and line.id = log.line_id
      union all
      select company_id, created_at, buyer_name, 'order.placed', id, number, subject from shop_order
      union all
      select event.company_id, event.created_at, event.actor_name, ${JSON.stringify(orderActions)}::jsonb ->> event.to_state, orders.id,
        orders.number, orders.subject
      from order_event event join shop_order orders on orders.company_id = event.company_id and orders.id = event.order_id
    )
    insert into activity (company_id, id, at, actor_kind, actor_id, actor_name, action, subject_id, subject_name, detail)
    select entry.company_id, uuidv7(at - now()), at,
      case when person.account_id is null then 'system' else 'account' end, person.account_id, actor_name, action, subject_id, subject_name, detail
    from entry
    left join lateral (
      select account_id from employee
      where employee.company_id = entry.company_id and employee.name = entry.actor_name limit 1
    ) person on true
    where action = any(${Object.keys(activityNames)}) and at <= now()
    order by at`
}
