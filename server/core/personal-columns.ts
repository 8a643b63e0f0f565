/**
 * The columns that identify a person, what happens to each when the account is erased, and the part of the person's export that
 * shows the table. Erasing statements are generated from this (modules/personal-data/erasing-declared.ts), and tests compare it
 * with the database, with what an erasure leaves, and with the export (docs/decisions/0008-erasure.md).
 */
export type Fate =
  /** The name is replaced by a pseudonym: in rows where `of` is the person, or, without `of`, everywhere in the company. */
  | { fate: 'pseudonym'; of?: PersonId }
  /** A text that may mention the person's name: in every row, or in rows of these actions. */
  | { fate: 'mentions'; actions?: readonly string[] }
  /** Becomes an empty text in the person's rows. */
  | { fate: 'emptied'; of: PersonId }
  /** Becomes null if the column `beside` gets the pseudonym. */
  | { fate: 'dropped'; beside: string }
  /** Deleted with its row, or by a statement that needs more than one column: erasing*.sql.ts, or the module's own. */
  | { fate: 'erased' }
  | { fate: 'kept'; why: string }

/** A column that holds a person's id within the company's employees. */
export interface PersonId {
  column: string
  /** A condition, in SQL over the table's own columns, under which the column refers to a person; it lets an index be used. */
  where?: string
}

export interface Personal {
  columns: Record<string, Fate>
  /** A part of the export, or the reason for its absence. Required only for tables that refer to a person. */
  exported?: string | { not: string }
  /** Has many rows, whose ids ascend with time. */
  log?: true
}

const employee = (column = 'employee_id', where?: string): PersonId => ({ column, ...(where && { where }) })
const named = (of?: PersonId): Fate => (of ? { fate: 'pseudonym', of } : { fate: 'pseudonym' })
const emptied = (of: PersonId): Fate => ({ fate: 'emptied', of })
const kept = (why: string): Fate => ({ fate: 'kept', why })
const mentions = (...actions: string[]): Fate => ({ fate: 'mentions', ...(actions.length && { actions }) })
const erased: Fate = { fate: 'erased' }

const operators = kept('服务商的人员，不是用户')
const accounting = kept('会计凭证写明经办人，保存三十年，只增不改')
const trade = kept('交易信息写明下单人与经办人，自完成之日起不少于三年')
const invoicing = kept('发票写明申请人，是会计凭证')
const briefly = kept('到期自动删除，最长三十天')
const sent = kept('送出的到期自动删除，最长三十天；没有送出的随注销清除')
const soon = kept('防止撞库与轰炸，两天后删除')
const logins = kept('追查盗用，90 天后删除')
const companysBook = kept('企业自己登记与更改的资料')
const typed = kept('由人写下的文字，是企业的记录')

const othersData = { not: '内容是别人的资料，到期删除' }
const secret = { not: '一次性的散列' }
const operatorsOnly = { not: '只指运营人员' }

/** Data of people themselves: deleted with the account or with the employee's row. */
const people: Record<string, Personal> = {
  account: { columns: { phone: erased, display_name: erased, password_hash: erased }, exported: 'phone' },
  session: { columns: { ip: logins, user_agent: logins, client_name: logins }, exported: 'sessions' },
  held_login: {
    columns: { ip: erased, user_agent: erased, client_name: erased, decided_by: named() },
    exported: 'held_logins',
  },
  passkey_holder: { columns: {}, exported: 'passkeys' },
  passkey: { columns: { name: erased } },
  consent: { columns: {}, exported: 'consents' },
  identity_verification: {
    columns: { person_name: erased, id_number_masked: erased, reviewer: operators, checked_by: operators },
    exported: 'verifications',
  },
  channel_registration: { columns: { contact_name: erased }, exported: 'channel_registrations' },
  stored_file: { columns: { file_name: erased }, exported: 'files' },
  notice: { columns: { title: erased, text: erased }, exported: 'notices' },
  notice_setting: { columns: {}, exported: 'notices_by_sms' },
  sms_message: {
    columns: { phone_masked: kept('核对是否送达，手机号已隐去中段，180 天后删除') },
    exported: 'sms_messages',
  },
  employee: { columns: { name: erased, phone: erased }, exported: 'employment' },
  employee_duty: { columns: { given_by: named() }, exported: 'duties' },
  invitation: { columns: {}, exported: 'invitations' },
  waiting_invitation: { columns: {}, exported: 'invitations' },
  device: { columns: { last_ip: erased, name: erased, words: erased }, exported: 'devices' },
  list_view: { columns: {}, exported: 'list_views' },
  access_request: { columns: { note: erased, decided_by: named() }, exported: 'access_requests' },
  line_group_employee: { columns: {}, exported: 'line_groups' },
  sign_in_link: { columns: { shown: erased }, exported: 'company_sign_in' },
  api_token: { columns: { made_by: erased }, exported: 'api_tokens' },
  admin_captcha: { columns: {}, exported: secret },
}

/** Events in a company remain in its records, under a pseudonym. */
const records: Record<string, Personal> = {
  employee_log: {
    columns: { actor_name: named(), detail: mentions('handed_over') },
    exported: 'employee_log',
    log: true,
  },
  device_log: {
    columns: { actor_name: named(), ip: { fate: 'dropped', beside: 'actor_name' }, detail: erased },
    exported: 'device_log',
    log: true,
  },
  line_log: { columns: { actor_name: named(), detail: mentions('access') }, log: true },
  line_group_log: { columns: { actor_name: named(), detail: mentions() }, log: true },
  activity: {
    columns: { actor_name: erased, subject_name: erased, detail: erased, undo: kept('只有编号，供十分钟内撤销') },
    exported: 'activity',
  },
  access_span: { columns: { name: named(employee('subject_id', "kind = 'employee'")) }, exported: 'access_history' },
  trial: { columns: { requested_by: named(), decided_by: operators } },
  compliance_pack: { columns: { actor_name: named() } },
  written_contract: { columns: { buyer_contact: named() } },
  invoice_setting: { columns: { set_by: named() } },
  coupon: { columns: { claimed_by: kept('账号的编号') } },
  connection: {
    columns: { employee_name: named(employee()), device_name: emptied(employee()) },
    exported: 'connections',
  },
  address_use: {
    columns: { employee_name: named(employee()), device_name: emptied(employee()) },
    exported: 'address_use',
  },
  line_use: { columns: {}, exported: 'line_use' },
  device_dispute: {
    columns: {
      device_name: erased,
      reported_name: erased,
      reported_ip: erased,
      holder_name: named(employee('holder_id')),
      claimant_name: named(employee('claimant_id')),
      decided_by: operators,
    },
    exported: 'device_disputes',
  },
  ticket: { columns: { opened_by: erased }, exported: 'tickets' },
  ticket_entry: { columns: { author_name: erased, text: typed }, exported: 'tickets' },
  company: { columns: { contact_name: erased, contact_phone: erased } },
}

/** Data that the law or the company's own purpose requires to be kept as written. */
const keptAsWritten: Record<string, Personal> = {
  service_entry: {
    columns: { actor_name: accounting, employee_name: accounting, note: accounting },
    exported: 'service_entries',
  },
  balance_entry: { columns: { actor_name: accounting } },
  shop_order: { columns: { buyer_name: trade }, exported: 'orders' },
  order_event: { columns: { actor_name: trade } },
  payment: { columns: { payer_name: accounting } },
  refund: { columns: { decided_by: accounting } },
  transfer_part: { columns: { actor: operators } },
  invoice: { columns: { asked_by: invoicing, phone: invoicing, email: invoicing } },
  tax_request: { columns: { asked_by: invoicing } },
  invoice_title: { columns: { phone: companysBook, email: companysBook } },
  cost_cell: { columns: {}, exported: { not: '企业怎样分摊费用；使用的日子在 line_use 里' } },
  shop: { columns: { owner_name: companysBook } },
  shop_import: { columns: { rows: briefly } },
  directory: { columns: {}, exported: { not: '企业目录的设置，只有接手人的编号' } },
  directory_person: {
    columns: Object.fromEntries(
      ['user_name', 'name', 'phone', 'mail', 'written'].map(column => [column, kept('企业自己的目录，由它的目录增删')]),
    ),
    exported: 'directory',
  },
  employee_import: { columns: { rows: briefly, failed: briefly, actor_name: briefly }, exported: othersData },
  robot_message: { columns: { title: sent, text: sent } },
  webhook_attempt: { columns: { answer: briefly } },
  sign_in_ticket: { columns: { shown: briefly } },
  api_token_secret: { columns: { last_ip: kept('程序所在的地址；随令牌删除') } },
  limit_counter: { columns: { key: soon } },
  login_throttle: { columns: { key: soon } },
  verification_code: { columns: { phone: soon } },
  code_allowance: { columns: { phone: soon } },
  demo_outbox: { columns: { phone: kept('只在演示模式，一天后删除') } },
  audit_entry: {
    columns: Object.fromEntries(
      ['actor', 'ip', 'before', 'after', 'target'].map(column => [
        column,
        kept('网络安全法第二十一条：日志不少于六个月；只增不改'),
      ]),
    ),
  },
  approval: {
    columns: { summary: kept('由两人确认的凭据'), payload: kept('由两人确认的凭据') },
    exported: operatorsOnly,
  },
}

const ofProvider: Record<string, Personal> = {
  announcement: { columns: { saved_by: operators } },
  article: { columns: { scheduled_by: operators } },
  article_version: { columns: { saved_by: operators } },
  terms_version: { columns: { saved_by: operators, published_by: operators } },
  operator: { columns: { password_hash: operators, display_name: operators } },
  operator_session: { columns: { ip: operators, user_agent: operators } },
  operator_notice: {
    columns: { title: kept('运营人员的待办，90 天后删除'), text: kept('运营人员的待办，90 天后删除') },
  },
  channel: {
    columns: {
      contact_name: kept('合作伙伴的联系人，由服务商更改'),
      contact_phone: kept('合作伙伴的联系人，由服务商更改'),
    },
  },
  company_note: { columns: { author_name: operators, done_by: operators, text: kept('服务商的工作记录') } },
  proposal: { columns: {} },
}

export const personalColumns: Record<string, Personal> = { ...people, ...records, ...keptAsWritten, ...ofProvider }
