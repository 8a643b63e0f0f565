import sql, { join } from 'sql-template-tag'
import { z } from 'zod'
import { ownEmployment } from '#contract/records/employee.ts'
import type { Database } from '#server/database/database.ts'
import { dutyOf } from '#server/database/duty-of.ts'
import { selectList } from '#server/database/select-list.ts'
import type { Membership } from '#server/engines/context.ts'
import { stillConcerns } from '#server/engines/notices/audience.sql.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'
import { companyParts } from './export-company.sql.ts'

/** The most acts of the person in a company's console, newest first. */
const exportedActivity = 1_000
/** The most uses of a company's addresses, newest first. */
const exportedConnections = 1_000

const exportedData = z.object({ data: z.record(z.string(), z.unknown()) })

/**
 * Returns everything stored about a person that the person may have; secrets and sealed numbers are left out. Every table that
 * refers to a person has its part here, or a reason why not (core/personal-columns.ts).
 */
export async function exportOf(
  database: Database,
  accountId: string,
  membership: Membership | undefined,
): Promise<Record<string, unknown>> {
  const exported = await database.row(exportedData)`
  select jsonb_build_object(
    'phone', account.phone,
    'display_name', account.display_name,
    'registered_at', account.created_at,
    'last_login_at', account.last_login_at,
    'agreement', jsonb_build_object('version', account.agreement_version, 'agreed_at', account.agreed_at),
    'promotion_code', account.promotion_code,
    'consents', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'version', version, 'given_at', given_at,
        'withdrawn_at', withdrawn_at) order by given_at desc), '[]')
      from consent where account_id = account.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('client', client_name, 'ip', ip, 'user_agent', user_agent,
        'created_at', created_at, 'last_seen_at', last_seen_at) order by created_at desc), '[]')
      from session where account_id = account.id),
    'held_logins', (
      select coalesce(jsonb_agg(jsonb_build_object('client', client_name, 'ip', ip, 'user_agent', user_agent,
        'state', state, 'created_at', created_at, 'decided_at', decided_at) order by created_at desc), '[]')
      from held_login where account_id = account.id),
    'api_tokens', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'scopes', scopes, 'created_at', created_at,
        'expires_at', expires_at, 'ended_at', ended_at) order by created_at desc), '[]')
      from api_token where account_id = account.id),
    'passkeys', (
      select coalesce(jsonb_agg(jsonb_build_object('name', name, 'created_at', passkey.created_at,
        'last_used_at', last_used_at) order by passkey.id), '[]')
      from passkey join passkey_holder holder using (user_handle) where holder.account_id = account.id),
    'company_sign_in', (
      select coalesce(jsonb_agg(jsonb_build_object('shown', shown, 'created_at', created_at,
        'last_used_at', last_used_at) order by created_at desc), '[]')
      from sign_in_link where account_id = account.id),
    'verifications', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'state', state, 'person_name', person_name,
        'id_number', id_number_masked, 'company_name', company_name, 'credit_code', credit_code, 'reason', reason,
        'created_at', created_at, 'reviewed_at', reviewed_at) order by created_at desc), '[]')
      from identity_verification where account_id = account.id),
    'access_requests', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', request.kind, 'days', days, 'note', request.note,
        'state', request.state, 'reason', request.reason, 'created_at', request.created_at,
        'decided_at', request.decided_at) order by request.id desc), '[]')
      from access_request request join employee on employee.company_id = request.company_id
        and employee.id = request.employee_id
      where employee.account_id = account.id),
    'employment', (
      select to_jsonb(employment) from (
        select company.name as company, ${selectList(ownEmployment, {}, 'employee')}
        from employee join company on company.id = employee.company_id where employee.account_id = account.id and ${isJoined}
      ) as employment),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('company', company.name, 'name', employee.name,
        'job_number', job_number, 'position', position, 'state', employee.state, 'invited_at', invited_at)
        order by invited_at desc), '[]')
      from employee join company on company.id = employee.company_id
      where employee.account_id = account.id and not ${isJoined}),
    'devices', (
      select coalesce(jsonb_agg(jsonb_build_object('name', device.name, 'platform', platform, 'os_version', os_version,
        'client_version', client_version, 'ip', last_ip, 'last_seen_at', last_seen_at, 'audit_state', audit_state,
        'audit_note', audit_note, 'auth_state', auth_state, 'created_at', device.created_at)
        order by device.created_at desc), '[]')
      from employee join device on device.company_id = employee.company_id and device.employee_id = employee.id
      where employee.account_id = account.id),
    'connections', (
      select coalesce(jsonb_agg(jsonb_build_object('company', company, 'address', address, 'platform', shop_platform,
        'shop_number', shop_number, 'device', device_name, 'started_at', started_at, 'ended_at', ended_at)
        order by started_at desc), '[]')
      from (
        select company.name as company, used.*
        from employee join company on company.id = employee.company_id
        join connection used on used.company_id = employee.company_id and used.employee_id = employee.id
        where employee.account_id = account.id
        order by used.started_at desc limit ${exportedConnections}
      ) as own),
    'channel_registrations', (
      select coalesce(jsonb_agg(jsonb_build_object('promotion_code', entered.promotion_code, 'company_name', entered.company_name,
        'credit_code', entered.credit_code, 'industry', industry.name, 'size', entered.size,
        'contact_name', entered.contact_name, 'created_at', entered.created_at) order by entered.created_at desc), '[]')
      from channel_registration entered join industry on industry.id = entered.industry_id
      where entered.account_id = account.id),
    'activity', (
      select coalesce(jsonb_agg(jsonb_build_object('company', company, 'at', at, 'action', action, 'subject', subject_name,
        'detail', detail) order by at desc), '[]')
      from (
        select company.name as company, activity.at, activity.action, activity.subject_name, activity.detail
        from employee join company on company.id = employee.company_id
        join activity on activity.company_id = employee.company_id and activity.actor_id = account.id
        where employee.account_id = account.id
        order by activity.id desc limit ${exportedActivity}
      ) as done),
    'tickets', (
      select coalesce(jsonb_agg(jsonb_build_object('number', ticket.number, 'subject', ticket.subject, 'text', entry.text,
        'created_at', entry.created_at) order by entry.id desc), '[]')
      from employee join ticket_entry entry on entry.company_id = employee.company_id and entry.author_id = account.id
        and entry.side = 'company'
      join ticket on ticket.company_id = entry.company_id and ticket.id = entry.ticket_id
      where employee.account_id = account.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'title', title, 'text', text, 'created_at', created_at,
        'read_at', read_at) order by created_at desc), '[]')
      from notice where account_id = account.id and ${stillConcerns(membership)}),
    'duties', (
      select coalesce(jsonb_agg(jsonb_build_object('duty', ${dutyOf}, 'given_by', given_by, 'given_at', given_at)), '[]')
      from employee_duty held join employee on employee.company_id = held.company_id and employee.id = held.employee_id
      where employee.account_id = account.id),
    'list_views', (
      select coalesce(jsonb_agg(jsonb_build_object('list', list, 'name', view.name, 'query', query, 'shared', shared,
        'created_at', view.created_at) order by view.id), '[]')
      from list_view view join employee on employee.company_id = view.company_id and employee.id = view.employee_id
      where employee.account_id = account.id),
    'sms_messages', (
      select coalesce(jsonb_agg(jsonb_build_object('purpose', purpose, 'phone', phone_masked, 'state', state,
        'created_at', created_at) order by created_at desc), '[]')
      from sms_message where account_id = account.id),
    ${join(Object.entries(companyParts).map(([name, part]) => sql`${name}::text, (${part})`))},
    'notices_by_sms', (select to_jsonb(sms) from notice_setting where account_id = account.id),
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object('purpose', purpose, 'file_name', file_name, 'size', size,
        'created_at', created_at) order by created_at desc), '[]')
      from stored_file where account_id = account.id)
  ) as data
  from account where account.id = ${accountId}`
  return exported?.data ?? {}
}
