import type { Purpose } from '#server/core/keyring.ts'

/** A column in which the database keeps sealed values. The texts are fixed SQL about a row called `kept`. */
export interface SealedColumn {
  table: string
  column: string
  /** The name shown to people. */
  name: string
  purpose: Purpose
  /** The primary key's columns and their types. */
  key: Record<string, string>
  /** The sealed bytes. */
  value: string
  /** The text that the seal binds the value to. */
  about: string
  /** Assigns `renewed.sealed`, and `renewed.hash` if the plain text also has a fingerprint of this purpose. */
  set: string
  fingerprint?: { column: string; purpose: Purpose }
  /** Assigns the replacement for a value whose key is lost. */
  forget: string
}

/** Every column that only a key of the ring opens. `keys rotate` re-encrypts all of them. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'identity_verification',
    column: 'id_number_sealed',
    name: '证件号',
    purpose: 'id-number',
    key: { id: 'uuid' },
    value: 'kept.id_number_sealed',
    about: 'kept.account_id::text',
    set: 'id_number_sealed = renewed.sealed, id_number_hash = renewed.hash',
    fingerprint: { column: 'id_number_hash', purpose: 'id-number-hash' },
    forget: `id_number_sealed = ''`,
  },
  {
    table: 'operator',
    column: 'totp_sealed',
    name: '操作员的动态验证器',
    purpose: 'operator-totp',
    key: { id: 'uuid' },
    value: 'kept.totp_sealed',
    about: 'kept.id::text',
    set: 'totp_sealed = renewed.sealed',
    // Null would allow login with the password alone; an empty value never verifies until an owner or the server resets it.
    forget: `totp_sealed = ''`,
  },
  {
    table: 'operator',
    column: 'totp_pending',
    name: '正在绑定的动态验证器',
    purpose: 'operator-totp',
    key: { id: 'uuid' },
    value: 'kept.totp_pending',
    about: 'kept.id::text',
    set: 'totp_pending = renewed.sealed',
    forget: 'totp_pending = null, totp_pending_until = null',
  },
  ...(['secret_sealed', 'former_sealed'] as const).map(
    (column): SealedColumn => ({
      table: 'webhook',
      column,
      name: column === 'secret_sealed' ? 'Webhook 的签名密钥' : 'Webhook 轮换前的签名密钥',
      purpose: 'webhook-secret',
      key: { company_id: 'uuid', id: 'uuid' },
      value: `kept.${column}`,
      about: 'kept.id::text',
      set: `${column} = renewed.sealed`,
      // Nothing is delivered unsigned: the webhook waits, disabled, until its secret is rotated.
      forget:
        column === 'secret_sealed'
          ? `secret_sealed = '', state = 'disabled', disabled_at = now()`
          : 'former_sealed = null, former_until = null',
    }),
  ),
  {
    table: 'webhook_former_secret',
    column: 'sealed',
    name: 'Webhook 更早的签名密钥',
    purpose: 'webhook-secret',
    key: { company_id: 'uuid', id: 'uuid' },
    value: 'kept.sealed',
    about: 'kept.webhook_id::text',
    set: 'sealed = renewed.sealed',
    forget: `sealed = '', until = now()`,
  },
  {
    table: 'approval_half',
    column: 'sealed',
    name: '首个密码的一半',
    purpose: 'approval-half',
    key: { approval_id: 'uuid' },
    value: 'kept.sealed',
    about: 'kept.approval_id::text',
    set: 'sealed = renewed.sealed',
    // An empty value opens nothing: the password has to be reset again.
    forget: `sealed = ''`,
  },
  {
    table: 'company_sign_in',
    column: 'secret_sealed',
    name: '企业登录的客户端密钥',
    purpose: 'sign-in-secret',
    key: { company_id: 'uuid' },
    value: 'kept.secret_sealed',
    about: 'kept.company_id::text',
    set: 'secret_sealed = renewed.sealed',
    // An unusable sign-in must not lock anybody out: passwords are accepted again until the secret is entered again.
    forget: `secret_sealed = '', state = 'off', required = false, tested_at = null`,
  },
  {
    table: 'directory_provider',
    column: 'secrets_sealed',
    name: '企业目录的应用密钥',
    purpose: 'directory-secret',
    key: { company_id: 'uuid' },
    value: 'kept.secrets_sealed',
    about: 'kept.company_id::text',
    set: 'secrets_sealed = renewed.sealed',
    // Nothing is read and no callback is accepted until the secret is entered again.
    forget: `secrets_sealed = '', has_callback = false`,
  },
  {
    table: 'company_robot',
    column: 'secrets_sealed',
    name: '群机器人的地址与密钥',
    purpose: 'robot-secret',
    key: { company_id: 'uuid', id: 'uuid' },
    value: 'kept.secrets_sealed',
    about: 'kept.id::text',
    set: 'secrets_sealed = renewed.sealed',
    // The robot stays disabled until its address is entered again.
    forget: `secrets_sealed = '', state = 'disabled', disabled_at = now()`,
  },
  {
    table: 'idempotency_key',
    column: 'answer',
    name: '防重复的应答',
    purpose: 'idempotency',
    key: { scope: 'text', key: 'text' },
    value: 'kept.answer',
    about: `kept.scope || ' ' || kept.key`,
    set: 'answer = renewed.sealed',
    // The change was made: repeating it without its answer is an error, and it is never made twice.
    forget: `answer = ''`,
  },
  {
    table: 'graphile_worker._private_jobs',
    column: 'payload',
    name: '待发的短信',
    purpose: 'jobs',
    key: { id: 'bigint' },
    value: `decode(kept.payload ->> 'sealed', 'base64')`,
    about: `kept.payload ->> 'message_id'`,
    set: `payload = jsonb_set(kept.payload::jsonb, '{sealed}', to_jsonb(encode(renewed.sealed, 'base64')))::json`,
    // The job drops the message.
    forget: `payload = jsonb_set(kept.payload::jsonb, '{sealed}', '""')::json`,
  },
]

/** A column of keyed hashes whose input is not stored: they cannot be renewed, and expire. */
export interface FingerprintColumn {
  table: string
  column: string
  name: string
  /** An SQL condition for rows that still matter. */
  live: string
}

export const fingerprintColumns: readonly FingerprintColumn[] = [
  {
    table: 'verification_code',
    column: 'code_hash',
    name: '未过期的验证码',
    live: 'kept.used_at is null and kept.expires_at > now()',
  },
  // The hash covers a request in progress; the hash of a finished one is in the sealed answer.
  { table: 'idempotency_key', column: 'hash', name: '处理中的提交', live: 'kept.answer is null' },
  // The hash of the requester; it lapses with the code.
  { table: 'verification_code', column: 'requester', name: '验证码的请求者', live: 'false' },
  {
    table: 'admin_captcha',
    column: 'code_hash',
    name: '未过期的管理员验证码',
    live: 'kept.used_at is null and kept.expires_at > now()',
  },
  // Marks written by an older program within the last minute; the next run moves them into the chain.
  { table: 'connection', column: 'opened_mark', name: '尚未入链的连接', live: 'kept.opened_number is null' },
  // A connection lasts at most a day, and each heartbeat rewrites its mark.
  { table: 'connection', column: 'seen_mark', name: '还开着的连接', live: 'kept.ended_at is null' },
  {
    table: 'connection',
    column: 'closed_mark',
    name: '尚未入链的断开',
    live: 'kept.closed_mark is not null and kept.closed_number is null',
  },
  // A visitor whose key is gone may vote once more.
  { table: 'article_vote', column: 'voter_hash', name: '文章的评价', live: 'false' },
]

/** Tables of values signed by a key, whose id is in `key_id`. `keys rotate` signs them again. */
export const signedTables = [
  { table: 'connection_chain', name: '连接记录的链的末端' },
  { table: 'connection_head', name: '连接记录的每日签名' },
] as const

/** Returns SQL for the id of the key that wrote the bytes: empty from before keys had ids, null if there are no bytes. */
export const keyIdOf = (value: string): string =>
  `case when substr(${value}, 1, 2) = '\\x4b31'::bytea then encode(substr(${value}, 3, 6), 'hex')
    when length(${value}) > 0 then '' end`
