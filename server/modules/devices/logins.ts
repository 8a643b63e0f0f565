import type { Database } from '#server/database/database.ts'
import type { Login } from '#server/modules/accounts/events.ts'

/** The most logins that a device's log records within a day, so that a client that logs in repeatedly does not fill it. */
const maxPerDay = 50

/** Records a login by a client's key in the log of the company's device that has this key. */
export async function noteDeviceLogin(transaction: Database, { accountId, deviceKey, ip }: Login): Promise<void> {
  if (!deviceKey) return
  await transaction.change`
    insert into device_log (company_id, device_id, action, actor_name, ip)
    select device.company_id, device.id, 'logged_in', employee.name, ${ip}
    from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
    where employee.account_id = ${accountId} and employee.state = 'active' and device.key_id = ${deviceKey}
      and (select count(*) from device_log log
        where log.company_id = device.company_id and log.device_id = device.id and log.action = 'logged_in'
          and log.created_at > now() - interval '1 day') < ${maxPerDay}::integer`
}
