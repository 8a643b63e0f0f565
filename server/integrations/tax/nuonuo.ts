import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { formatTimeInChina, parseYuan, yuan } from '#server/core/yuan.ts'
import { newEnvelope, nuonuoSignature } from './nuonuo-sign.ts'
import { nuonuoToken } from './nuonuo-token.ts'
import { TaxFailure, type TaxInvoice, type TaxRed, type TaxResult, type TaxService } from './tax.ts'

type Settings = Pick<
  Config,
  | 'taxSellerNumber'
  | 'taxSellerName'
  | 'taxSellerPhone'
  | 'taxSellerAddress'
  | 'taxClerk'
  | 'taxGoodsCode'
  | 'taxAppKey'
  | 'taxAppSecret'
  | 'taxAccessToken'
  | 'taxGateway'
  | 'taxTokenUrl'
>

const envelope = z.object({ code: z.coerce.string(), describe: z.string().nullish(), result: z.unknown() })
const text = z.union([z.string(), z.number()]).transform(String).nullish()
/** Text that is not a web URL counts as missing. */
const file = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .catch(null)
const found = z.array(
  z.object({
    orderNo: z.string(),
    serialNo: z.string(),
    status: z.coerce.string(),
    statusMsg: z.string().nullish(),
    failCause: z.string().nullish(),
    allElectronicInvoiceNumber: z.string().nullish(),
    orderAmount: text,
    pdfUrl: file,
    ofdUrl: file,
    xmlUrl: file,
  }),
)
const forms = z.object({
  list: z.array(
    z.object({
      billId: z.string(),
      billStatus: z.string(),
      billMessage: z.string().nullish(),
      invoiceSerialNum: z.string().nullish(),
    }),
  ),
})

const ok = 'E0000'
const noInvoice = 'E9500'
/** The number was used before; its outcome is queried next. */
const known = 'E9106'
/** The request itself is fine: the key, the token or the platform is at fault. */
const passing = /^(07|9999|E9999|S)/
/** The token is invalid or has expired. */
const tokenOver = /^0703/
const reasons = { returned: '1', wrong: '2', ended: '3', allowance: '4' } as const
/** States of a form (红字确认单): `confirming` still awaits confirmation, `agreed` does not any more; all others are final. */
const confirming = new Set(['02', '03', '15'])
const agreed = new Set(['01', '04'])

/** 诺诺's 诺税通 for 数电票: https://open.nuonuo.com. Its own SDK consists only of this signature. */
export function createNuonuo(settings: Settings, { timeout = 20_000 } = {}): TaxService {
  const { taxSellerNumber: sellerNumber = '', taxAppKey: appKey = '', taxAppSecret: appSecret = '' } = settings
  const token = nuonuoToken(settings, timeout)
  const line = (kind: TaxInvoice['kind']) => (kind === 'special' ? 'bs' : 'pc')

  async function request(method: string, payload: object): Promise<z.output<typeof envelope>> {
    const content = JSON.stringify(payload)
    const own = newEnvelope()
    const url = `${settings.taxGateway}?${new URLSearchParams({ ...own, appkey: appKey })}`
    const headers = {
      'content-type': 'application/json; charset=UTF-8',
      'X-Nuonuo-Sign': nuonuoSignature({ ...own, appKey, appSecret, content }),
      accessToken: await token.current(),
      userTax: sellerNumber,
      method: `nuonuo.OpeMplatform.${method}`,
    }
    const signal = AbortSignal.timeout(timeout)
    // The text of an error may quote the URL.
    const answer = await fetch(url, { method: 'POST', headers, body: content, signal, redirect: 'error' })
      .then(async response => (response.ok ? envelope.safeParse(await response.json()) : undefined))
      .catch(() => undefined)
    if (!answer?.success) throw new TaxFailure('税务服务没有可用的应答', true)
    if (tokenOver.test(answer.data.code)) token.forget()
    return answer.data
  }
  const failure = ({ code, describe }: z.output<typeof envelope>) =>
    new TaxFailure(`${describe || '税务服务拒绝了请求'}（${code}）`, passing.test(code))

  async function lookUp(by: { orderNos: string[] } | { serialNos: string[] }): Promise<TaxResult> {
    const answer = await request('queryInvoiceResult', { ...by, isOfferInvoiceDetail: '0' })
    if (answer.code === noInvoice) return { state: 'absent' }
    if (answer.code !== ok) throw failure(answer)
    const read = found.safeParse(answer.result)
    if (!read.success) throw new TaxFailure('税务服务的应答无法识别', true)
    const [invoice] = read.data
    if (!invoice) return { state: 'absent' }
    const isRequested = 'orderNos' in by ? by.orderNos[0] === invoice.orderNo : by.serialNos[0] === invoice.serialNo
    if (!isRequested) throw new TaxFailure('税务服务应答的不是所问的发票', true)
    const { status, allElectronicInvoiceNumber: number, pdfUrl, orderAmount } = invoice
    if (status === '22') return { state: 'failed', reason: invoice.failCause || invoice.statusMsg || '开票失败' }
    if (status !== '2') return { state: 'waiting', note: '' }
    const amount = parseYuan(String(orderAmount ?? '').replace('-', ''))
    if (!number || !/^\d{20}$/.test(number) || !pdfUrl || amount === undefined)
      return { state: 'waiting', note: '已开具，等待文件' }
    return {
      ...{ state: 'issued', number, amount, pdfUrl },
      ...{ ofdUrl: invoice.ofdUrl ?? null, xmlUrl: invoice.xmlUrl ?? null },
    }
  }

  async function queryRed(serial: string): Promise<TaxResult> {
    const answer = await request('queryInvoiceRedConfirm', { identity: '0', billId: serial })
    if (answer.code === noInvoice) return { state: 'absent' }
    if (answer.code !== ok) throw failure(answer)
    const read = forms.safeParse(answer.result)
    if (!read.success) throw new TaxFailure('税务服务的应答无法识别', true)
    const form = read.data.list.find(({ billId }) => billId === serial)
    if (!form) return { state: 'absent' }
    const { billStatus, billMessage, invoiceSerialNum } = form
    if (confirming.has(billStatus))
      return { state: 'waiting', note: billStatus === '02' ? '等待购方在电子税务局确认' : '' }
    if (!agreed.has(billStatus)) return { state: 'failed', reason: billMessage || `红字确认单未成立（${billStatus}）` }
    if (!invoiceSerialNum) return { state: 'waiting', note: '' }
    const red = await lookUp({ serialNos: [invoiceSerialNum] })
    return red.state === 'absent' ? { state: 'waiting', note: '' } : red
  }

  async function submit(method: string, payload: object): Promise<void> {
    const answer = await request(method, payload)
    if (answer.code !== ok && answer.code !== known) throw failure(answer)
  }

  return {
    name: '诺诺',
    query: serial => lookUp({ orderNos: [serial] }),
    issue: invoice => submit('requestBillingNew', { order: blueOrder(invoice) }),
    queryRed,
    issueRed: red => submit('saveInvoiceRedConfirm', redForm(red)),

    async download(url, most) {
      try {
        const answer = await fetch(url, { signal: AbortSignal.timeout(timeout * 3) })
        if (!answer.ok || !answer.body) throw new TaxFailure(`发票文件没有下载成功（HTTP ${answer.status}）`, true)
        const parts: Uint8Array[] = []
        let length = 0
        for await (const part of answer.body) {
          length += part.length
          if (length > most) throw new TaxFailure('发票文件过大', true)
          parts.push(part)
        }
        return Buffer.concat(parts)
      } catch (error) {
        throw error instanceof TaxFailure ? error : new TaxFailure('发票文件没有下载成功', true)
      }
    },
  }

  function blueOrder({ serial, kind, title, tax_number, lines, ...buyer }: TaxInvoice) {
    return {
      buyerName: title,
      buyerTaxNum: tax_number,
      buyerTel: buyer.phone,
      buyerAddress: buyer.address,
      buyerAccount: `${buyer.bank} ${buyer.bank_account}`.trim(),
      salerTaxNum: sellerNumber,
      salerTel: settings.taxSellerPhone,
      salerAddress: settings.taxSellerAddress,
      clerk: settings.taxClerk,
      orderNo: serial,
      invoiceDate: formatTimeInChina(buyer.asked_at),
      invoiceType: '1',
      invoiceLine: line(kind),
      remark: buyer.remark,
      // The portal sends the invoice itself.
      pushMode: '-1',
      invoiceDetail: lines.map(({ name, about, included, tax, rate }) => ({
        goodsName: name,
        goodsCode: settings.taxGoodsCode,
        specType: about,
        withTaxFlag: '1',
        num: '1',
        price: yuan(included),
        taxRate: String(rate / 100),
        tax: yuan(tax),
        taxExcludedAmount: yuan(included - tax),
        taxIncludedAmount: yuan(included),
      })),
    }
  }

  function redForm({ serial, kind, blue, title, tax_number, reason, lines }: TaxRed) {
    return {
      billId: serial,
      blueInvoiceLine: line(kind),
      applySource: '0',
      blueElecInvoiceNumber: blue,
      sellerTaxNo: sellerNumber,
      sellerName: settings.taxSellerName,
      buyerTaxNo: tax_number,
      buyerName: title,
      redReason: reasons[reason],
      autoInvoice: '1',
      ...(lines.length && {
        detail: lines.map(({ place, name, included, tax, rate }) => ({
          blueDetailIndex: String(place),
          goodsName: name,
          goodsCode: settings.taxGoodsCode,
          taxRate: String(rate / 100),
          taxExcludedAmount: yuan(tax - included),
          taxAmount: yuan(-tax),
        })),
      }),
    }
  }
}
