import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  randomInt,
} from 'node:crypto'
import { type Answer, type CounterpartRequest, counterpart, paidInChina } from './counterpart.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [merchant, wechat, other] = [pair(), pair(), pair()]
/** WeChat Pay's other key, which also signs during a change of keys. */
export const otherKey = { keyId: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1', key: other.privateKey }
export const otherKeyEnvironment = {
  WECHAT_OTHER_KEY_ID: otherKey.keyId,
  WECHAT_OTHER_KEY: other.publicKey.replaceAll('\n', '\\n'),
}
/** A stranger's key, for forgeries. */
export const stranger = pair()

export const wechatMchid = '1900000001'
export const wechatAppId = 'wx0000000000000001'
const keyId = 'PUB_KEY_ID_0119000000012026112000000000000001'
const serial = '0123456789ABCDEF0123456789ABCDEF01234567'
const apiV3Key = '0123456789abcdef0123456789abcdef'

export const wechatEnvironment = {
  WECHAT_MCHID: wechatMchid,
  WECHAT_APP_ID: wechatAppId,
  WECHAT_SERIAL: serial,
  WECHAT_PRIVATE_KEY: merchant.privateKey.replaceAll('\n', '\\n'),
  WECHAT_PUBLIC_KEY_ID: keyId,
  WECHAT_PUBLIC_KEY: wechat.publicKey.replaceAll('\n', '\\n'),
  WECHAT_API_V3_KEY: apiV3Key,
}

const signed = (text: string, key = wechat.privateKey) => createSign('RSA-SHA256').update(text).sign(key, 'base64')
const now = () => Math.floor(Date.now() / 1000)

/**
 * See https://pay.weixin.qq.com/doc/v3/merchant/4012365336: method, path with query, time, nonce, body, a line each.
 */
function isSignedByMerchant({ method, url, headers, body }: CounterpartRequest): boolean {
  const [, parameters = ''] = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(headers.authorization ?? '') ?? []
  const parts = Object.fromEntries([...parameters.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  if (parts.mchid !== wechatMchid || parts.serial_no !== serial || headers['wechatpay-serial'] !== keyId) return false
  if (Math.abs(now() - Number(parts.timestamp)) > 300) return false
  const text = `${method}\n${url.pathname}${url.search}\n${parts.timestamp}\n${parts.nonce_str}\n${body}\n`
  return createVerify('RSA-SHA256')
    .update(text)
    .verify(merchant.publicKey, parts.signature ?? '', 'base64')
}

interface Signing {
  key?: string
  keyId?: string
  /** Seconds since 1970. */
  time?: number
}

function signatureHeaders(body: string, signing: Signing = {}) {
  const [time, nonce] = [String(signing.time ?? now()), randomBytes(12).toString('hex')]
  return {
    'wechatpay-serial': signing.keyId ?? keyId,
    'wechatpay-timestamp': time,
    'wechatpay-nonce': nonce,
    'wechatpay-signature': signed(`${time}\n${nonce}\n${body}\n`, signing.key),
  }
}

interface Trade {
  transaction_id: string
  trade_state: 'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'
  amount: { total: number; currency: string }
}

const refusal = (status: number, code: string): Answer => ({ status, body: { code, message: code } })

/** Simulates WeChat Pay locally for one test: it verifies requests, signs answers and keeps trades. */
export async function wechatCounterpart() {
  const trades = new Map<string, Trade>()
  const refunds = new Map<
    string,
    { out_trade_no: string; out_refund_no: string; status: string; amount: { refund: number } }
  >()
  const requests: { method: string; path: string; body: Record<string, unknown> }[] = []
  const faults: {
    answer?: (request: CounterpartRequest) => Answer | 'silent' | undefined
    signing?: Signing
    alter?: (text: string) => string
  } = {}

  const toAnswer = (outTradeNo: string, trade: Trade) => ({
    mchid: wechatMchid,
    appid: wechatAppId,
    out_trade_no: outTradeNo,
    trade_type: 'NATIVE',
    success_time: `${paidInChina}+08:00`,
    ...trade,
  })

  /** The bills by day; other days have none. */
  const bills = new Map<string, string>()
  function act(request: CounterpartRequest): Answer | object {
    const { method, url } = request
    const body = request.body.length ? JSON.parse(request.body.toString()) : {}
    requests.push({ method, path: url.pathname, body })
    if (method === 'POST' && url.pathname === '/v3/pay/transactions/native') {
      if (Buffer.byteLength(body.description) > 127) return refusal(400, 'PARAM_ERROR')
      if (Date.parse(body.time_expire) < Date.now() + 60_000) return refusal(400, 'PARAM_ERROR')
      const trade: Trade = {
        transaction_id: `42000${randomInt(10 ** 10, 10 ** 11)}`,
        trade_state: 'NOTPAY',
        amount: { total: body.amount.total, currency: 'CNY' },
      }
      trades.set(body.out_trade_no, trade)
      return { code_url: `weixin://wxpay/bizpayurl?pr=${body.out_trade_no}` }
    }
    const [, outTradeNo = '', closing] =
      /^\/v3\/pay\/transactions\/out-trade-no\/(\w+)(\/close)?$/.exec(url.pathname) ?? []
    const trade = trades.get(outTradeNo)
    if (outTradeNo && !trade) return refusal(404, 'ORDER_NOT_EXIST')
    if (trade && closing) {
      if (trade.trade_state === 'SUCCESS') return refusal(400, 'ORDERPAID')
      trade.trade_state = 'CLOSED'
      return { status: 204 }
    }
    if (trade) return toAnswer(outTradeNo, trade)
    if (method === 'POST' && url.pathname === '/v3/refund/domestic/refunds') {
      const paid = trades.get(body.out_trade_no)
      const existing = refunds.get(body.out_refund_no)
      if (!paid || !['SUCCESS', 'REFUND'].includes(paid.trade_state)) return refusal(400, 'INVALID_REQUEST')
      if (body.amount.total !== paid.amount.total) return refusal(400, 'INVALID_REQUEST')
      // One number is one refund of one amount, and all together amount to no more than the trade.
      if (existing && existing.amount.refund !== body.amount.refund) return refusal(400, 'INVALID_REQUEST')
      const back = [...refunds.values()].reduce(
        (sum, each) => sum + (each.out_trade_no === body.out_trade_no ? each.amount.refund : 0),
        existing ? 0 : body.amount.refund,
      )
      if (back > paid.amount.total) return refusal(403, 'NOT_ENOUGH')
      paid.trade_state = 'REFUND'
      const refund = existing ?? {
        out_trade_no: body.out_trade_no,
        out_refund_no: body.out_refund_no,
        status: 'PROCESSING',
        amount: { refund: body.amount.refund },
      }
      refunds.set(body.out_refund_no, refund)
      return refund
    }
    if (url.pathname === '/v3/bill/tradebill') {
      const bill = bills.get(url.searchParams.get('bill_date') ?? '')
      return bill === undefined
        ? refusal(400, 'NO_STATEMENT_EXIST')
        : {
            hash_type: 'SHA1',
            hash_value: createHash('sha1').update(bill).digest('hex'),
            download_url: `http://${address}/v3/billdownload/file?token=${url.searchParams.get('bill_date')}`,
          }
    }
    const [, outRefundNo = ''] = /^\/v3\/refund\/domestic\/refunds\/(\w+)$/.exec(url.pathname) ?? []
    return refunds.get(outRefundNo) ?? refusal(404, 'RESOURCE_NOT_EXISTS')
  }

  const address: string = await counterpart(request => {
    const fault = faults.answer?.(request)
    if (fault) return fault
    if (!isSignedByMerchant(request)) return refusal(401, 'SIGN_ERROR')
    // The file is the only answer that WeChat Pay does not sign.
    if (request.url.pathname === '/v3/billdownload/file')
      return { body: faults.alter?.('bill') ?? bills.get(request.url.searchParams.get('token') ?? '') ?? '' }
    const answer = act(request)
    if ('status' in answer && typeof answer.status === 'number' && answer.status !== 204) return answer as Answer
    const text = 'status' in answer && answer.status === 204 ? '' : JSON.stringify(answer)
    return {
      status: text ? 200 : 204,
      headers: { 'content-type': 'application/json', ...signatureHeaders(text, faults.signing) },
      body: faults.alter?.(text) ?? text,
    }
  })

  /**
   * Builds headers and body of a notification. `changed` fields are encrypted and signed; `tamper` is applied after
   * signing.
   */
  function notification(
    outTradeNo: string,
    input: Signing & {
      changed?: object
      tamper?: (body: string) => string
      apiV3Key?: string
      eventType?: string
    } = {},
  ) {
    const trade = trades.get(outTradeNo) ?? {
      transaction_id: '1',
      trade_state: 'SUCCESS' as const,
      amount: { total: 1, currency: 'CNY' },
    }
    const [nonce, about] = [randomBytes(6).toString('hex'), 'transaction']
    const cipher = createCipheriv('aes-256-gcm', input.apiV3Key ?? apiV3Key, nonce).setAAD(Buffer.from(about))
    const sealed = Buffer.concat([
      cipher.update(JSON.stringify({ ...toAnswer(outTradeNo, trade), ...input.changed })),
      cipher.final(),
      cipher.getAuthTag(),
    ])
    const body = JSON.stringify({
      id: `EV-${randomInt(10 ** 9)}`,
      event_type: input.eventType ?? 'TRANSACTION.SUCCESS',
      resource_type: 'encrypt-resource',
      resource: { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), nonce, associated_data: about },
    })
    return {
      headers: { 'content-type': 'application/json', ...signatureHeaders(body, input) },
      body: input.tamper?.(body) ?? body,
    }
  }

  return {
    baseUrl: `http://${address}`,
    trades,
    bills,
    refunds,
    requests,
    faults,
    notification,
    pay(outTradeNo: string) {
      const trade = trades.get(outTradeNo)
      if (trade?.trade_state !== 'NOTPAY') throw new Error('交易已关闭')
      trade.trade_state = 'SUCCESS'
    },
  }
}
