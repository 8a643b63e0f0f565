import { createHmac } from 'node:crypto'
import { type Answer, type CounterpartRequest, counterpart } from './counterpart.ts'

/** A group's robot: the messages it received, and the failures that the test sets. */
interface Robot {
  /** The setting that points at it. */
  address: string
  received: string[]
  faults: { answer?: (request: CounterpartRequest) => Answer | 'silent' | undefined }
}

export const dingtalkSecret = 'SEC000000000000000000000000000000000000000000000000000000000000test'
export const feishuSecret = 'feishu-test-secret'
const hour = 3_600_000
const base64Hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

interface Rules {
  path: string
  /** Returns the robot's refusal, in the real one's wording, or the accepted text. */
  check(request: CounterpartRequest, body: Record<string, unknown>): { refusal: object } | { text: string }
  accepted: object
  limited: object
  perMinute: number
}

async function robot({ path, check, accepted, limited, perMinute }: Rules): Promise<Robot> {
  const received: string[] = []
  const faults: Robot['faults'] = {}
  const times: number[] = []
  const host = await counterpart(request => {
    const fault = faults.answer?.(request)
    if (fault) return fault
    if (request.method !== 'POST' || request.url.pathname !== path.split('?')[0]) return { status: 404 }
    if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return { status: 415 }
    const now = Date.now()
    if (times.filter(at => now - at < 60_000).length >= perMinute) return { body: limited }
    times.push(now)
    const found = check(request, JSON.parse(request.body.toString()))
    if ('refusal' in found) return { body: found.refusal }
    received.push(found.text)
    return { body: accepted }
  })
  return { address: `http://${host}${path}`, received, faults }
}

const contentOf = (part: unknown, name: string): string => {
  const text = (part as Record<string, unknown> | undefined)?.[name]
  return typeof text === 'string' ? text : ''
}

/** See https://developer.work.weixin.qq.com/document/path/99110: the key, 2,048 bytes of text, 20 messages a minute. */
export const wecomCounterpart = () =>
  robot({
    path: '/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
    perMinute: 20,
    accepted: { errcode: 0, errmsg: 'ok' },
    limited: { errcode: 45009, errmsg: 'api freq out of limit' },
    check({ url }, body) {
      if (url.searchParams.get('key') !== '693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa')
        return {
          refusal: { errcode: 93000, errmsg: 'invalid webhook url, hint: [1700000000_123], from ip: 203.0.113.9' },
        }
      if (body.msgtype === 'template_card') return wecomCard(body.template_card as Record<string, unknown> | undefined)
      const text = contentOf(body.text, 'content')
      if (body.msgtype !== 'text' || !text) return { refusal: { errcode: 40008, errmsg: 'invalid message type' } }
      if (Buffer.byteLength(text) > 2048)
        return { refusal: { errcode: 40058, errmsg: 'text.content exceed max length 2048' } }
      return { text }
    },
  })

/** Checks a card as the provider does: it needs a title or a text, and its own link. */
function wecomCard(card: Record<string, unknown> | undefined) {
  const [jump] = (card?.jump_list ?? []) as Record<string, unknown>[]
  const [title, text] = [contentOf(card?.main_title, 'title'), contentOf(card, 'sub_title_text')]
  const action = card?.card_action as Record<string, unknown> | undefined
  if (card?.card_type !== 'text_notice' || !(title || text))
    return { refusal: { errcode: 42045, errmsg: 'Template_Card main_title and sub_title_text both empty' } }
  if (action?.type !== 1 || !isAddress(action.url) || jump?.type !== 1 || !isAddress(jump.url) || !jump.title)
    return { refusal: { errcode: 42014, errmsg: 'Template_Card card_action invalid' } }
  return { text: shownCard(title, text, jump.title, jump.url) }
}

const isAddress = (address: unknown): boolean => typeof address === 'string' && URL.canParse(address)
const shownCard = (title: string, text: string, label: unknown, address: unknown) =>
  `${title}\n${text}\n[${label}] ${address}`

/** See https://open.dingtalk.com/document/robots/customize-robot-security-settings: token, time within an hour, signature. */
export const dingtalkCounterpart = () =>
  robot({
    path: '/robot/send?access_token=0123456789abcdef',
    perMinute: 20,
    accepted: { errcode: 0, errmsg: 'ok' },
    limited: { errcode: 130101, errmsg: 'send too fast' },
    check({ url }, body) {
      const { access_token, timestamp = '', sign } = Object.fromEntries(url.searchParams)
      if (access_token !== '0123456789abcdef') return { refusal: { errcode: 300005, errmsg: 'token is not exist' } }
      const late = !/^\d{13}$/.test(timestamp) || Math.abs(Date.now() - Number(timestamp)) > hour
      if (late) return { refusal: { errcode: 310000, errmsg: 'invalid timestamp' } }
      if (sign !== base64Hmac(dingtalkSecret, `${timestamp}\n${dingtalkSecret}`))
        return { refusal: { errcode: 310000, errmsg: 'sign not match, more: [https://ding-doc.dingtalk.com/]' } }
      if (body.msgtype === 'actionCard') {
        const { title, text, singleTitle, singleURL } = (body.actionCard ?? {}) as Record<string, unknown>
        if (!title || !text || !singleTitle || !isAddress(singleURL))
          return { refusal: { errcode: 400602, errmsg: 'param error' } }
        const [heading = '', shown = ''] = String(text).split('\n\n')
        return { text: shownCard(heading.replace('### ', ''), shown, singleTitle, singleURL) }
      }
      const text = contentOf(body.text, 'content')
      if (body.msgtype !== 'text' || !text || Buffer.byteLength(text) > 20_000)
        return { refusal: { errcode: 400602, errmsg: 'param error' } }
      return { text }
    },
  })

/** See https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot: time within an hour, signature, 100 a minute. */
export const feishuCounterpart = () =>
  robot({
    path: '/open-apis/bot/v2/hook/01234567-89ab-cdef',
    perMinute: 100,
    accepted: { code: 0, msg: 'success', data: {}, StatusCode: 0, StatusMessage: 'success' },
    limited: { code: 11232, msg: 'frequency limited psm[lark.oapi.app_platform_runtime]appID[1500]' },
    check(_request, body) {
      const { timestamp, sign } = body
      const late =
        typeof timestamp !== 'string' ||
        !/^\d{10}$/.test(timestamp) ||
        Math.abs(Date.now() - Number(timestamp) * 1000) > hour
      if (late || sign !== base64Hmac(`${timestamp}\n${feishuSecret}`, ''))
        return {
          refusal: { code: 19021, msg: 'sign match fail or timestamp is not within one hour from current time' },
        }
      if (body.msg_type === 'interactive') return feishuCard(body.card as FeishuCard | undefined)
      const text = contentOf(body.content, 'text')
      if (body.msg_type !== 'text' || !text || Buffer.byteLength(text) > 20_000)
        return { refusal: { code: 9499, msg: 'Bad Request' } }
      return { text }
    },
  })

interface FeishuText {
  tag?: unknown
  content?: unknown
}
interface FeishuCard {
  header?: { title?: FeishuText }
  elements?: { tag?: unknown; text?: FeishuText; actions?: { tag?: unknown; text?: FeishuText; url?: unknown }[] }[]
}

/** Only texts that a card declares as plain text are shown without markup. */
function feishuCard(card: FeishuCard | undefined) {
  const title = card?.header?.title
  const text = card?.elements?.find(({ tag }) => tag === 'div')?.text
  const button = card?.elements?.find(({ tag }) => tag === 'action')?.actions?.[0]
  const plain = [title, text, button?.text].every(each => each?.tag === 'plain_text' && each.content)
  if (!plain || button?.tag !== 'button' || !isAddress(button.url))
    return { refusal: { code: 9499, msg: 'Bad Request: invalid card' } }
  return { text: shownCard(String(title?.content), String(text?.content), button.text?.content, button.url) }
}
