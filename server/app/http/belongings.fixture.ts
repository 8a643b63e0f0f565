import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

/** Returns everything that belongs to a company as one text, which a stranger's calls must neither change nor reveal. */
export async function belongingsOf(
  system: Database,
  companyId: string,
  members: readonly { account: { id: string } }[],
): Promise<string> {
  const people = members.map(({ account }) => account.id)
  const row = await system.row(z.object({ all: z.string() }))`
    select concat(
      (select jsonb_agg(to_jsonb(company) order by id) from company where id = ${companyId}),
      (select jsonb_agg(to_jsonb(department) order by id) from department where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(employee) order by id) from employee where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(webhook) - 'lease' - 'leased_until' - 'attempts' - 'failing_since' - 'next_attempt_at'
        order by id) from webhook where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(message) order by id) from webhook_message message where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(robot) order by id) from company_robot robot where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(message) order by id) from robot_message message where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(api_token) order by id) from api_token where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(secret) - 'last_used_at' - 'last_ip' order by hash) from api_token_secret secret where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(service_balance)) from service_balance where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(service_entry) order by id) from service_entry where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(employee_log) order by id) from employee_log where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(activity) order by id) from activity where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(invitation)) from invitation where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(employee_import) order by id) from employee_import where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(device) order by id) from device where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(device_log) order by id) from device_log where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(device_dispute) order by id) from device_dispute where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(admin_captcha) order by id) from admin_captcha where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(shop_order) order by id) from shop_order where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(coupon) order by id) from coupon where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(invoice_title) order by id) from invoice_title where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(invoice) order by id) from invoice where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(invoice_order)) from invoice_order where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line.*) order by id) from line where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line_log) order by id) from line_log where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line_group) order by id) from line_group where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line_group_line)) from line_group_line where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line_group_employee)) from line_group_employee where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(line_group_log) order by id) from line_group_log where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(access_span) order by id) from access_span where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(address_span) order by id) from address_span where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(payment) order by id) from payment where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(refund) order by id) from refund where company_id = ${companyId}),
      (select jsonb_agg(to_jsonb(notice) order by id) from notice where account_id = any(${people})),
      (select jsonb_agg(to_jsonb(notice_setting) order by account_id) from notice_setting where account_id = any(${people})),
      (select jsonb_agg(to_jsonb(account) order by id) from account where id = any(${people})),
      (select jsonb_agg(to_jsonb(passkey) order by id) from passkey join passkey_holder using (user_handle)
        where account_id = any(${people})),
      (select jsonb_agg(to_jsonb(verification) order by id) from identity_verification verification where account_id = any(${people})),
      (select jsonb_agg(to_jsonb(session) - 'last_seen_at' order by id) from session where account_id = any(${people}))
    ) as all`
  return row?.all ?? ''
}
