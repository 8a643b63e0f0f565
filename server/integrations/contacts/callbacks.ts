import { createDecipheriv, createHash, hash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { DirectoryProvider } from '#contract/directory-names.ts'
import { sameBytes } from '#server/core/seal.ts'
import type { Hint } from './contacts.ts'
import { BadCallback, isSignedBy, openMessage, sealMessage, signParts } from './message-cipher.ts'

interface CallbackSettings {
  tenant: string
  clientId: string
  token: string
  key: string
}

interface Received {
  method: string
  query: Readonly<Record<string, string>>
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

interface Taken {
  hints: Hint[]
  reply: { type: string; body: string }
}

const text = (body: string) => ({ type: 'text/plain; charset=utf-8', body })
const json = (body: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) })

/** A callback only triggers a new read of the objects that it names, so an old, repeated or reordered one is harmless. */
export const readCallback: Record<DirectoryProvider, (settings: CallbackSettings, received: Received) => Taken> = {
  wecom: readWecom,
  dingtalk: readDingtalk,
  feishu: readFeishu,
}

/** Returns the content of an element in a flat document, as text or CDATA. Searches linearly, unlike a pattern on hostile text. */
function elementOf(xml: string, name: string): string | undefined {
  const begin = xml.indexOf(`<${name}>`)
  const end = xml.indexOf(`</${name}>`, begin)
  if (begin < 0 || end < 0) return undefined
  const content = xml.slice(begin + name.length + 2, end).trim()
  return content.startsWith('<![CDATA[') && content.endsWith(']]>') ? content.slice(9, -3) : content
}

const people = (ids: readonly (string | undefined)[]): Hint[] =>
  ids.flatMap(id => (id ? [{ kind: 'person' as const, id }] : []))
const departments = (ids: readonly (string | undefined)[]): Hint[] =>
  ids.flatMap(id => (id ? [{ kind: 'department' as const, id }] : []))

/** 企业微信, https://developer.work.weixin.qq.com/document/path/90930 and path/90970. */
function readWecom({ tenant, token, key }: CallbackSettings, { method, query, body }: Received): Taken {
  const { msg_signature = '', timestamp = '', nonce = '', echostr = '' } = query
  const encrypted = method === 'GET' ? echostr : (elementOf(body, 'Encrypt') ?? '')
  if (!isSignedBy(token, [timestamp, nonce, encrypted], msg_signature)) throw new BadCallback('wrong signature')
  const { text: xml, receiver } = openMessage(key, encrypted)
  if (receiver !== tenant) throw new BadCallback('for another company')
  if (method === 'GET') return { hints: [], reply: text(xml) }
  const reply = text('success')
  if (elementOf(xml, 'Event') !== 'change_contact') return { hints: [], reply }
  const change = elementOf(xml, 'ChangeType') ?? ''
  // A person's id can be changed.
  if (change.endsWith('_user')) return { hints: people([elementOf(xml, 'UserID'), elementOf(xml, 'NewUserID')]), reply }
  if (change.endsWith('_party')) return { hints: departments([elementOf(xml, 'Id')]), reply }
  return { hints: [], reply }
}

const wrapped = z.looseObject({ encrypt: z.string() })
const ids = z.array(z.union([z.string(), z.int()])).optional()
const dingtalkEvent = z.looseObject({ EventType: z.string(), CorpId: z.string().optional(), UserId: ids, DeptId: ids })

function parse<Value>(schema: z.ZodType<Value>, body: string): Value {
  try {
    return schema.parse(JSON.parse(body))
  } catch {
    throw new BadCallback('unreadable')
  }
}

/** 钉钉, https://open.dingtalk.com/document/orgapp/configure-event-subcription: the answer is also encrypted and signed. */
function readDingtalk({ tenant, clientId, token, key }: CallbackSettings, { query, body }: Received): Taken {
  const { timestamp = '', nonce = '' } = query
  const { encrypt } = parse(wrapped, body)
  const signature = query.msg_signature ?? query.signature ?? ''
  if (!isSignedBy(token, [timestamp, nonce, encrypt], signature)) throw new BadCallback('wrong signature')
  const { text: message, receiver } = openMessage(key, encrypt)
  if (receiver !== clientId && receiver !== tenant) throw new BadCallback('for another application')
  const { EventType, CorpId, UserId = [], DeptId = [] } = parse(dingtalkEvent, message)
  if (CorpId !== undefined && CorpId !== tenant) throw new BadCallback('for another company')
  const answer = { encrypt: sealMessage(key, 'success', receiver), nonce: randomBytes(8).toString('hex') }
  const timeStamp = String(Date.now())
  const reply = json({
    ...answer,
    timeStamp,
    msg_signature: signParts(token, [timeStamp, answer.nonce, answer.encrypt]),
  })
  if (/^user_\w+_org$/.test(EventType)) return { hints: people(UserId.map(String)), reply }
  if (EventType.startsWith('org_dept_')) return { hints: departments(DeptId.map(String)), reply }
  return { hints: [], reply }
}

const feishuMessage = z.looseObject({
  type: z.string().optional(),
  challenge: z.string().optional(),
  token: z.string().optional(),
  header: z
    .looseObject({ event_type: z.string(), token: z.string().optional(), tenant_key: z.string().optional() })
    .optional(),
  event: z
    .looseObject({
      object: z.looseObject({ open_id: z.string().optional(), open_department_id: z.string().optional() }).optional(),
    })
    .optional(),
})

/** 飞书, https://open.feishu.cn/document/server-docs/event-subscription-guide/event-subscriptions/configure-encrypt-key. */
function readFeishu({ tenant, token, key }: CallbackSettings, { headers, body }: Received): Taken {
  const { encrypt } = parse(wrapped, body)
  const message = parse(feishuMessage, openFeishu(key, encrypt))
  const isToken = (candidate: string | undefined) => sameBytes(Buffer.from(candidate ?? ''), Buffer.from(token))
  // The URL is verified once without a signature; the sender has to know both the key and the token.
  if (message.type === 'url_verification') {
    if (!isToken(message.token)) throw new BadCallback('wrong token')
    return { hints: [], reply: json({ challenge: message.challenge ?? '' }) }
  }
  const header = (name: string) => String(headers[`x-lark-${name}`] ?? '')
  const expected = createHash('sha256')
    .update(`${header('request-timestamp')}${header('request-nonce')}${key}${body}`)
    .digest('hex')
  if (!sameBytes(Buffer.from(expected), Buffer.from(header('signature')))) throw new BadCallback('wrong signature')
  if (!isToken(message.header?.token)) throw new BadCallback('wrong token')
  if (message.header?.tenant_key !== tenant) throw new BadCallback('for another company')
  const { event_type } = message.header
  const { open_id, open_department_id } = message.event?.object ?? {}
  const reply = json({})
  if (event_type.startsWith('contact.user.')) return { hints: people([open_id]), reply }
  if (event_type.startsWith('contact.department.')) return { hints: departments([open_department_id]), reply }
  return { hints: [], reply }
}

function openFeishu(key: string, encrypted: string): string {
  try {
    const bytes = Buffer.from(encrypted, 'base64')
    const decipher = createDecipheriv('aes-256-cbc', hash('sha256', key, 'buffer'), bytes.subarray(0, 16))
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8')
  } catch {
    throw new BadCallback('the message is not encrypted by this key')
  }
}
