import { createSign, createVerify, generateKeyPairSync, randomInt } from 'node:crypto'
import { alipayCertificates, serialOf, serialOfRoots } from './alipay-certificates.ts'
import { type Answer, counterpart, paidInChina } from './counterpart.ts'

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [app, alipay, next] = [pair(), pair(), pair()]
/** A stranger's key, for forgeries. */
export const stranger = pair()

export const alipayAppId = '2021000000000001'
export const alipaySellerId = '2088000000000001'

/** The portal's environment, to which a test adds the address of its gateway. */
export const alipayEnvironment = {
  ALIPAY_APP_ID: alipayAppId,
  ALIPAY_SELLER_ID: alipaySellerId,
  // Consoles show the key like this: base64 in one line.
  ALIPAY_PRIVATE_KEY: app.privateKey.replace(/-----[A-Z ]+-----|\n/g, ''),
  ALIPAY_PUBLIC_KEY: alipay.publicKey.replaceAll('\n', '\\n'),
}

let issued: ReturnType<typeof alipayCertificates> | undefined
const certificates = () => {
  issued ??= alipayCertificates({ app: app.privateKey, alipay: alipay.privateKey, next: next.privateKey })
  return issued
}

/** The same for an app in certificate mode; `next` is the certificate that Alipay is about to sign with. */
export function alipayCertificateEnvironment() {
  const { ALIPAY_PUBLIC_KEY: _, ...rest } = alipayEnvironment
  const { app, alipay, roots, next } = certificates()
  const environment = { ...rest, ALIPAY_APP_CERT: app, ALIPAY_CERT: alipay, ALIPAY_ROOT_CERT: roots }
  return { environment, next }
}

type Fields = Record<string, string>

const paidTime = paidInChina.replace('T', ' ')

/** See https://opendocs.alipay.com/common/02kf5q: the parameters without `sign`, sorted, joined, RSA-SHA256. */
const textToSign = (fields: Fields, without: string[]) =>
  Object.keys(fields)
    .filter(name => !without.includes(name) && fields[name] !== '')
    .sort()
    .map(name => `${name}=${fields[name]}`)
    .join('&')
const signed = (text: string, key: string) => createSign('RSA-SHA256').update(text).sign(key, 'base64')

export const isSignedByApp = (fields: Fields) =>
  createVerify('RSA-SHA256')
    .update(textToSign(fields, ['sign']))
    .verify(app.publicKey, fields.sign ?? '', 'base64')

interface Trade {
  trade_no: string
  total_amount: string
  trade_status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  refunds: Map<string, string>
}

export const noTrade = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }
const wrongState = {
  code: '40004',
  msg: 'Business Failed',
  sub_code: 'ACQ.TRADE_STATUS_ERROR',
  sub_msg: '交易状态不合法',
}
const wrongRefund = {
  code: '40004',
  msg: 'Business Failed',
  sub_code: 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  sub_msg: '撤销或退款金额与订单金额不一致',
}
const wrongMode = {
  code: '40002',
  msg: 'Invalid Arguments',
  sub_code: 'isv.invalid-app-cert',
  sub_msg: '应用不是证书模式',
}
const noCertificate = (field: string) => ({
  ...{ code: '40002', msg: 'Invalid Arguments' },
  ...{ sub_code: `isv.${field}-not-exist`, sub_msg: '证书序列号不存在' },
})
/** In certificate mode each request names the certificates of the app and of the roots, under its signature. */
function wrongSerials(fields: Fields, { app, roots }: { app: string; roots: string }) {
  if (fields.app_cert_sn !== app) return noCertificate('app-cert')
  return fields.alipay_root_cert_sn !== roots && noCertificate('alipay-root-cert')
}
const ok = { code: '10000', msg: 'Success' }

/** Simulates Alipay locally for one test: it verifies requests, signs answers and keeps trades. */
export async function alipayCounterpart({ certified = false } = {}) {
  /** The certificates that a request has to name, and that an answer names. */
  const serials = certified
    ? {
        app: serialOf(certificates().app),
        roots: serialOfRoots(certificates().roots),
        alipay: serialOf(certificates().alipay),
        next: serialOf(certificates().next),
      }
    : undefined
  const trades = new Map<string, Trade>()
  const requestedMethods: string[] = []
  /** A test can replace the whole answer, the text after the signature, or the signing key. */
  const faults: {
    answer?: (method: string) => Answer | 'silent' | undefined
    alter?: (text: string) => string
    key?: string
    /** Inserted between the signature and the end. */
    behind?: string
    /** The certificate has been replaced: everything is signed with the next one. */
    changed?: boolean
    /** An answer names this certificate instead of its own. */
    serial?: string | undefined
  } = {}
  const ownKey = () => (faults.changed ? next.privateKey : alipay.privateKey)

  /** The bills by day; other days have none. */
  const bills = new Map<string, Buffer>()
  const act: Record<string, (biz: Fields) => object> = {
    'alipay.trade.query': ({ out_trade_no = '' }) => {
      const trade = trades.get(out_trade_no)
      if (!trade) return noTrade
      const { refunds: _, ...shown } = trade
      return { ...ok, out_trade_no, ...shown, send_pay_date: paidTime }
    },
    'alipay.trade.close': ({ out_trade_no = '' }) => {
      const trade = trades.get(out_trade_no)
      if (!trade) return noTrade
      if (trade.trade_status !== 'WAIT_BUYER_PAY') return wrongState
      trade.trade_status = 'TRADE_CLOSED'
      return { ...ok, out_trade_no, trade_no: trade.trade_no }
    },
    'alipay.trade.refund': ({ out_trade_no = '', out_request_no = '', refund_amount = '' }) => {
      const trade = trades.get(out_trade_no)
      if (!trade) return noTrade
      const isRepeated = trade.refunds.has(out_request_no)
      if (!isRepeated && trade.trade_status !== 'TRADE_SUCCESS') return wrongState
      // One number is one refund of one amount, and all together amount to no more than the trade.
      const earlier = trade.refunds.get(out_request_no)
      if (isRepeated && earlier !== refund_amount) return wrongRefund
      const back = [...trade.refunds.values(), ...(isRepeated ? [] : [refund_amount])].reduce(
        (sum, each) => sum + Number(each),
        0,
      )
      if (Math.round(back * 100) > Math.round(Number(trade.total_amount) * 100)) return wrongRefund
      trade.refunds.set(out_request_no, refund_amount)
      if (Math.round(back * 100) === Math.round(Number(trade.total_amount) * 100)) trade.trade_status = 'TRADE_CLOSED'
      return {
        ...ok,
        out_trade_no,
        trade_no: trade.trade_no,
        fund_change: isRepeated ? 'N' : 'Y',
        refund_fee: refund_amount,
      }
    },
    'alipay.trade.fastpay.refund.query': ({ out_trade_no = '', out_request_no = '' }) => {
      const refund_amount = trades.get(out_trade_no)?.refunds.get(out_request_no)
      return refund_amount
        ? { ...ok, out_trade_no, out_request_no, refund_amount, refund_status: 'REFUND_SUCCESS' }
        : ok
    },
    'alipay.data.dataservice.bill.downloadurl.query': ({ bill_type, bill_date = '' }) =>
      bill_type === 'trade' && bills.has(bill_date)
        ? { ...ok, bill_download_url: `http://${address}/downloadBill?date=${bill_date}` }
        : { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist', sub_msg: '账单不存在' },
  }

  const address: string = await counterpart(({ url, body }) => {
    const bill = bills.get(url.searchParams.get('date') ?? '')
    if (url.pathname === '/downloadBill') return bill ? { body: bill } : { status: 404 }
    const fields = {
      ...Object.fromEntries(url.searchParams),
      ...Object.fromEntries(new URLSearchParams(body.toString())),
    } as Fields
    const { method = '' } = fields
    requestedMethods.push(method)
    const fault = faults.answer?.(method)
    if (fault) return fault
    const refusal = serials ? wrongSerials(fields, serials) : fields.app_cert_sn !== undefined && wrongMode
    const answer = !isSignedByApp(fields)
      ? { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature', sub_msg: '验签出错' }
      : fields.app_id !== alipayAppId
        ? { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-app-id', sub_msg: '无效的AppID参数' }
        : refusal || (act[method]?.(JSON.parse(fields.biz_content ?? '{}')) ?? noTrade)
    const text = JSON.stringify(answer)
    const sign = signed(text, faults.key ?? ownKey())
    const own = serials && (faults.changed ? serials.next : serials.alipay)
    const serial = own ? `"alipay_cert_sn":"${faults.serial ?? own}",` : ''
    return {
      body: `{"${method.replaceAll('.', '_')}_response":${faults.alter?.(text) ?? text},${serial}"sign":"${sign}"${faults.behind ?? ''}}`,
    }
  })

  /** Visits `payUrl` as a buyer; throws where Alipay would show an error. */
  function visit(payUrl: string) {
    const fields = Object.fromEntries(new URL(payUrl).searchParams) as Fields
    if (!isSignedByApp(fields)) throw new Error('验签出错')
    if (serials && wrongSerials(fields, serials)) throw new Error('证书序列号不存在')
    const biz = JSON.parse(fields.biz_content ?? '{}') as Fields
    const outTradeNo = biz.out_trade_no ?? ''
    if (!trades.has(outTradeNo))
      trades.set(outTradeNo, {
        trade_no: `20261120220014${randomInt(10 ** 9, 10 ** 10)}`,
        total_amount: biz.total_amount ?? '',
        trade_status: 'WAIT_BUYER_PAY',
        refunds: new Map(),
      })
    return { fields, biz, outTradeNo }
  }

  /** Builds the body of a notification. `changed` fields are signed; `tamper` is applied after signing. */
  function notification(
    outTradeNo: string,
    { changed = {}, tamper = {}, key }: { changed?: Fields; tamper?: Fields; key?: string } = {},
  ): string {
    const trade = trades.get(outTradeNo)
    const fields: Fields = {
      app_id: alipayAppId,
      seller_id: alipaySellerId,
      notify_id: `${randomInt(10 ** 9)}`,
      notify_time: paidTime,
      notify_type: 'trade_status_sync',
      out_trade_no: outTradeNo,
      trade_no: trade?.trade_no ?? '2026112022001400000000000000',
      trade_status: trade?.trade_status ?? 'TRADE_SUCCESS',
      total_amount: trade?.total_amount ?? '0.01',
      subject: '员工时长 100% & 专线=1',
      gmt_payment: paidTime,
      charset: 'utf-8',
      version: '1.0',
      ...changed,
    }
    const sign = signed(textToSign(fields, ['sign', 'sign_type']), key ?? ownKey())
    return new URLSearchParams({ ...fields, sign_type: 'RSA2', sign, ...tamper }).toString()
  }

  return {
    gateway: `http://${address}/gateway.do`,
    trades,
    bills,
    requestedMethods,
    faults,
    serials,
    visit,
    notification,
    pay(outTradeNo: string) {
      const trade = trades.get(outTradeNo)
      if (trade?.trade_status !== 'WAIT_BUYER_PAY') throw new Error('交易已关闭')
      trade.trade_status = 'TRADE_SUCCESS'
    },
  }
}
