import { createCipheriv, hash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { DirectoryProvider } from '#contract/directory-names.ts'
import { sealMessage, signParts } from '#server/integrations/contacts/message-cipher.ts'

/** A person in the provider's own list. A department of '' is the company itself. */
export interface Listed {
  id: string
  name: string
  phone: string
  title: string
  department: string
}

export interface CounterpartSettings {
  tenant: string
  clientId: string
  secret: string
  token: string
  key: string
}

interface ReceivedRequest {
  path: string
  query: Record<string, string>
  body: Record<string, unknown>
  token: string
}

/** A callback as it is sent. */
export interface SentCallback {
  query: Record<string, string>
  headers: Record<string, string>
  type: string
  body: string
}

/** The page size of Feishu and 钉钉, smaller than theirs, so that a few people take several. */
const page = 3

/**
 * Simulates the directories of 企业微信, 钉钉 and 飞书 locally: they accept only a valid token that they have issued, page as the real ones
 * do, and refuse as they do. `tell` sends what they would send to a callback.
 */
export async function contactCounterpart(kind: DirectoryProvider, settings: CounterpartSettings) {
  const people = new Map<string, Listed>()
  const departments = new Map<string, { name: string; parent: string }>()
  const tokens = new Set<string>()
  const state = {
    /** The number of tokens that were requested. */
    tokensGiven: 0,
    questions: 0,
    /** The number of next requests that are refused as too frequent. */
    limited: 0,
    /** An answer waits for this. */
    hold: undefined as Promise<void> | undefined,
    hidden: new Set<string>(),
    /** Requests about these people are answered with an unknown code. */
    odd: new Set<string>(),
    /** The people whom the application's range names directly, who are in no department's list. */
    unlisted: new Set<string>(),
  }
  const give = () => {
    const token = randomUUID()
    tokens.add(token)
    state.tokensGiven += 1
    return token
  }
  const inside = (department: string) =>
    [...people.values()].filter(each => each.department === department && !state.unlisted.has(each.id))
  const below = (parent: string) => [...departments].filter(([, each]) => each.parent === parent)

  const services: Record<DirectoryProvider, (received: ReceivedRequest) => object> = {
    wecom({ path, query }) {
      if (path === '/cgi-bin/gettoken') {
        if (query.corpid !== settings.tenant) return { errcode: 40013, errmsg: 'invalid corpid' }
        if (query.corpsecret !== settings.secret) return { errcode: 40001, errmsg: 'invalid credential' }
        return { errcode: 0, errmsg: 'ok', access_token: give(), expires_in: 7200 }
      }
      if (!tokens.has(query.access_token ?? '')) return { errcode: 42001, errmsg: 'access_token expired' }
      if (isLimited()) return { errcode: 45009, errmsg: 'api freq out of limit' }
      const personOf = ({ id, name, phone, title, department }: Listed) => ({
        ...{ userid: id, name, mobile: phone, position: title, department: [Number(department || 1)] },
        ...{ main_department: Number(department || 1), status: 1, direct_leader: [] },
      })
      if (path === '/cgi-bin/department/list')
        return {
          errcode: 0,
          department: [
            { id: 1, name: '公司', parentid: 0, order: 1 },
            ...[...departments].map(([id, { name, parent }]) => ({
              id: Number(id),
              name,
              parentid: Number(parent || 1),
            })),
          ],
        }
      if (path === '/cgi-bin/user/list') {
        const id = query.department_id === '1' ? '' : (query.department_id ?? '')
        if (id && !departments.has(id)) return { errcode: 60003, errmsg: 'invalid department' }
        return { errcode: 0, userlist: inside(id).map(personOf) }
      }
      if (path === '/cgi-bin/user/get') {
        if (state.odd.has(query.userid ?? '')) return { errcode: 40099, errmsg: 'odd' }
        if (state.hidden.has(query.userid ?? '')) return { errcode: 60011, errmsg: 'no privilege' }
        const person = people.get(query.userid ?? '')
        return person ? { errcode: 0, ...personOf(person) } : { errcode: 60111, errmsg: 'userid not found' }
      }
      return { errcode: 404 }
    },

    dingtalk({ path, query, body }) {
      if (path === '/v1.0/oauth2/accessToken') {
        if (body.appKey !== settings.clientId || body.appSecret !== settings.secret)
          return { code: 'invalidClientIdOrSecret' }
        return { accessToken: give(), expireIn: 7200 }
      }
      if (!tokens.has(query.access_token ?? ''))
        return { errcode: 88, sub_code: '40014', sub_msg: '不合法的access_token' }
      if (isLimited()) return { errcode: 88, sub_code: '90018', sub_msg: '调用过于频繁' }
      const personOf = ({ id, name, phone, title, department }: Listed) => ({
        ...{ userid: id, unionid: `u${id}`, name, mobile: phone, title, active: true },
        dept_id_list: [Number(department || 1)],
      })
      if (path === '/topapi/v2/department/listsub')
        return {
          errcode: 0,
          result: below(body.dept_id === 1 ? '' : String(body.dept_id)).map(([id, { name, parent }]) => ({
            ...{ dept_id: Number(id), name, parent_id: Number(parent || 1) },
          })),
        }
      if (path === '/topapi/v2/user/list') {
        const [cursor, size] = [Number(body.cursor), Number(body.size)]
        if (!(size >= 1 && size <= 100)) return { errcode: 40035, errmsg: '不合法的参数' }
        const all = inside(body.dept_id === 1 ? '' : String(body.dept_id))
        const next = cursor + Math.min(size, page)
        const has_more = next < all.length
        return {
          errcode: 0,
          result: { has_more, ...(has_more && { next_cursor: next }), list: all.slice(cursor, next).map(personOf) },
        }
      }
      if (path === '/topapi/v2/user/get') {
        if (state.odd.has(String(body.userid))) return { errcode: 40099, errmsg: 'odd' }
        if (state.hidden.has(String(body.userid))) return { errcode: 50002, errmsg: '不在授权范围' }
        const person = people.get(String(body.userid))
        return person ? { errcode: 0, result: personOf(person) } : { errcode: 60121, errmsg: '找不到该用户' }
      }
      return { errcode: 404 }
    },

    feishu({ path, query, body, token }) {
      if (path === '/open-apis/auth/v3/tenant_access_token/internal') {
        if (body.app_id !== settings.clientId || body.app_secret !== settings.secret)
          return { code: 10014, msg: 'app secret invalid' }
        return { code: 0, msg: 'ok', tenant_access_token: give(), expire: 7200 }
      }
      if (!tokens.has(token)) return { code: 99991663, msg: 'Invalid access token' }
      if (isLimited()) return { code: 99991400, msg: 'request trigger frequency limit' }
      if (query.user_id_type !== 'open_id' || query.department_id_type !== 'open_department_id')
        return { code: 40001, msg: 'param error' }
      const paged = <Item>(all: Item[]) => {
        if (Number(query.page_size) > 50) return { code: 40001, msg: 'param error' }
        const begin = query.page_token ? Number(Buffer.from(query.page_token, 'base64url').toString()) : 0
        const next = begin + Math.min(Number(query.page_size), page)
        const has_more = next < all.length
        const page_token = Buffer.from(String(next)).toString('base64url')
        return { code: 0, data: { has_more, ...(has_more && { page_token }), items: all.slice(begin, next) } }
      }
      const personOf = ({ id, name, phone, title, department }: Listed) => ({
        ...{ open_id: id, name, mobile: `+86${phone}`, job_title: title, department_ids: [department || '0'] },
        status: { is_frozen: false, is_resigned: false, is_exited: false, is_activated: true },
      })
      if (path === '/open-apis/contact/v3/departments/0/children')
        return paged(
          [...departments].map(([id, { name, parent }]) => ({
            ...{ open_department_id: id, parent_department_id: parent || '0', name, status: { is_deleted: false } },
          })),
        )
      if (path === '/open-apis/contact/v3/users/find_by_department')
        return paged(inside(query.department_id === '0' ? '' : (query.department_id ?? '')).map(personOf))
      const id = path.split('/open-apis/contact/v3/users/')[1] ?? ''
      if (state.odd.has(id)) return { code: 40099, msg: 'odd' }
      if (state.hidden.has(id)) return { code: 41050, msg: 'no user authority' }
      const person = people.get(id)
      return person ? { code: 0, data: { user: personOf(person) } } : { code: 41012, msg: 'user id invalid' }
    },
  }
  function isLimited(): boolean {
    if (state.limited === 0) return false
    state.limited -= 1
    return true
  }

  async function answer(request: IncomingMessage): Promise<object> {
    const url = new URL(request.url ?? '/', 'http://counterpart')
    const body = request.method === 'POST' ? ((await json(request)) as Record<string, unknown>) : {}
    const token = String(request.headers.authorization ?? '').replace('Bearer ', '')
    state.questions += 1
    const reply = services[kind]({ path: url.pathname, query: Object.fromEntries(url.searchParams), body, token })
    const { hold } = state
    state.hold = undefined
    await hold
    return reply
  }
  const server = createServer((request, response) => {
    void answer(request).then(body => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Returns the callback about a person, or about a department, signed and encrypted with what the company has entered. */
  function tell(what: 'person' | 'department', id: string, as: CounterpartSettings = settings): SentCallback {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const nonce = randomUUID()
    const isPerson = what === 'person'
    if (kind === 'feishu') {
      const message = {
        schema: '2.0',
        header: {
          ...{ event_id: randomUUID(), token: as.token, tenant_key: as.tenant, app_id: as.clientId },
          event_type: isPerson ? 'contact.user.updated_v3' : 'contact.department.updated_v3',
        },
        event: { object: isPerson ? { open_id: id } : { open_department_id: id } },
      }
      const body = JSON.stringify({ encrypt: sealFeishu(as.key, JSON.stringify(message)) })
      const signature = hash('sha256', `${timestamp}${nonce}${as.key}${body}`, 'hex')
      return {
        ...{ query: {}, body, type: 'application/json' },
        headers: {
          'x-lark-request-timestamp': timestamp,
          'x-lark-request-nonce': nonce,
          'x-lark-signature': signature,
        },
      }
    }
    const message =
      kind === 'wecom'
        ? `<xml><ToUserName><![CDATA[${as.tenant}]]></ToUserName><FromUserName><![CDATA[sys]]></FromUserName><CreateTime>${timestamp}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[change_contact]]></Event><ChangeType>${isPerson ? 'update_user' : 'update_party'}</ChangeType>${isPerson ? `<UserID><![CDATA[${id}]]></UserID>` : `<Id>${id}</Id>`}</xml>`
        : JSON.stringify({
            ...{ EventType: isPerson ? 'user_modify_org' : 'org_dept_modify', CorpId: as.tenant, TimeStamp: timestamp },
            ...(isPerson ? { UserId: [id] } : { DeptId: [Number(id)] }),
          })
    const encrypt = sealMessage(as.key, message, kind === 'wecom' ? as.tenant : as.clientId)
    const query = { msg_signature: signParts(as.token, [timestamp, nonce, encrypt]), timestamp, nonce }
    return kind === 'wecom'
      ? {
          ...{ query, headers: {}, type: 'text/xml' },
          body: `<xml><ToUserName><![CDATA[${as.tenant}]]></ToUserName><AgentID>1</AgentID><Encrypt><![CDATA[${encrypt}]]></Encrypt></xml>`,
        }
      : { query, headers: {}, type: 'application/json', body: JSON.stringify({ encrypt }) }
  }

  return { base, people, departments, state, tell, endTokens: () => tokens.clear() }
}

export function sealFeishu(key: string, text: string): string {
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-cbc', hash('sha256', key, 'buffer'), iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final()]).toString('base64')
}
