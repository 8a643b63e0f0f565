import { createHmac, randomInt } from 'node:crypto'
import { type CounterpartRequest, counterpart } from './counterpart.ts'
import { onePage } from './pdf.ts'

const appKey = 'SD63236305'
const appSecret = 'SDDED2523BED4643'
const sellerNumber = '91440300MA5EXAMPLE'
const goodsCode = '3040200000000000000'
const rate = 6

/** The portal's environment, to which a test adds the addresses of its service. */
const environment = {
  TAX_SERVICE: 'nuonuo',
  TAX_SELLER_NUMBER: sellerNumber,
  TAX_SELLER_NAME: '海易联（测试）有限公司',
  TAX_CLERK: '张会计',
  TAX_GOODS_CODE: goodsCode,
  TAX_RATE: String(rate),
  TAX_APP_KEY: appKey,
  TAX_APP_SECRET: appSecret,
}

type Fields = Record<string, string | undefined>
const needed = ['buyerName', 'buyerTaxNum', 'clerk', 'invoiceDate'] as const
type OrderField = (typeof needed)[number] | 'orderNo' | 'salerTaxNum' | 'invoiceType' | 'invoiceLine' | 'buyerAddress'
interface Order extends Partial<Record<OrderField, string>> {
  invoiceDetail: Fields[]
}
type FormField = 'billId' | 'redReason' | 'blueElecInvoiceNumber' | 'sellerTaxNo' | 'applySource'
interface RedForm extends Partial<Record<FormField | 'buyerName' | 'buyerTaxNo', string>> {
  detail?: Fields[]
}

interface Made {
  serialNo: string
  order: Order
  status: string
  failCause: string
  number: string
  /** Fen, with tax. */
  amount: number
  lines: { included: number; tax: number; taken: number }[]
  taken: number
}

interface Form {
  form: RedForm
  status: string
  message: string
  red: string | undefined
}

const fen = (text: string | undefined): number => {
  if (!/^-?\d+\.\d\d$/.test(text ?? '')) throw new Refused('E9107', `金额须精确到小数点后两位：${text}`)
  return Math.round(Number(text) * 100)
}

class Refused extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
const need = (holds: unknown, code: string, message: string) => {
  if (!holds) throw new Refused(code, message)
}

/**
 * Simulates 诺诺's platform locally for one test, as strictly as the real one: the signature and its age, the token, one use of each
 * request, sums and tax of each line, one content for each number, and red invoices up to the invoiced amount.
 */
export async function nuonuoCounterpart() {
  const invoices = new Map<string, Made>()
  const forms = new Map<string, Form>()
  const used = new Set<string>()
  const requested: string[] = []
  let tokens = 0
  const faults: {
    /** The request is carried out, and its answer lost. */
    lost?: (method: string) => boolean
    /** Refuses a request, for a reason that lies with the service. */
    denied?: (method: string) => boolean
    /** The office refuses each invoice, with this reason. */
    refuses?: string | undefined
    /** The office has not decided yet. */
    slow?: boolean
    /** The buyer has to confirm a form. */
    confirms?: boolean
    pdf?: Buffer
    /** Answers with an amount other than the requested one, in fen. */
    amount?: number
  } = {}
  const newNumber = () => Array.from({ length: 20 }, (_, index) => randomInt(index ? 0 : 1, 10)).join('')

  function checked({ invoiceDetail: detail = [], ...order }: Order) {
    need(/^[\w-]{1,20}$/.test(order.orderNo ?? ''), 'E9101', '订单号须为 20 位以内')
    for (const name of needed) need(order[name], 'E9102', `${name} 不能为空`)
    need(order.salerTaxNum === sellerNumber, 'E9103', '销方税号与授权的企业不一致')
    need(order.invoiceType === '1' && ['pc', 'bs'].includes(order.invoiceLine ?? ''), 'E9104', '票种不正确')
    need(order.invoiceLine === 'pc' || order.buyerAddress, 'E9104', '专用发票须有购方地址')
    need(detail.length > 0 && detail.length <= 2000, 'E9105', '明细不能为空')
    return detail.map(line => {
      need(line.goodsName && line.goodsCode === goodsCode, 'E9108', '商品名称或税收分类编码不正确')
      need(Number(line.taxRate) === rate / 100 && line.withTaxFlag === '1', 'E9109', '税率不正确')
      const [included, excluded, tax] = [line.taxIncludedAmount, line.taxExcludedAmount, line.tax].map(fen)
      if (!included || excluded === undefined || tax === undefined) throw new Refused('E9110', '金额须大于零')
      need(excluded + tax === included, 'E9110', '金额与税额之和不等于价税合计')
      need(Math.abs(tax - (excluded * rate) / 100) <= 1, 'E9111', '税额与税率计算的相差超过 0.01')
      need(fen(line.price) * Number(line.num) === included, 'E9112', '单价乘数量不等于金额')
      return { included, tax, taken: 0 }
    })
  }

  const act: Record<string, (body: never) => unknown> = {
    requestBillingNew({ order }: { order: Order }) {
      const lines = checked(order)
      const existing = invoices.get(order.orderNo ?? '')
      if (existing)
        need(JSON.stringify(existing.order) === JSON.stringify(order), 'E9113', '订单号重复，内容与原来的不同')
      else
        invoices.set(order.orderNo ?? '', {
          ...{ serialNo: `${randomInt(10 ** 9)}${randomInt(10 ** 9)}`, order, lines, taken: 0, number: newNumber() },
          ...{ status: faults.refuses ? '22' : faults.slow ? '20' : '2', failCause: faults.refuses ?? '' },
          amount: lines.reduce((sum, { included }) => sum + included, 0),
        })
      if (existing) throw new Refused('E9106', '订单号重复')
      return { invoiceSerialNum: invoices.get(order.orderNo ?? '')?.serialNo }
    },

    queryInvoiceResult({ orderNos, serialNos }: { orderNos?: string[]; serialNos?: string[] }) {
      const found = [...invoices.values()].filter(
        ({ order, serialNo }) => orderNos?.includes(order.orderNo ?? '') || serialNos?.includes(serialNo),
      )
      need(found.length, 'E9500', '未查询到发票')
      return found.map(({ order, serialNo, status, failCause, number, amount }) => ({
        ...{ orderNo: order.orderNo, serialNo, status, failCause, statusMsg: '' },
        ...(status === '2' && {
          allElectronicInvoiceNumber: number,
          orderAmount: ((faults.amount ?? amount) / 100).toFixed(2),
          ...{ pdfUrl: `http://${address}/f/${number}.pdf`, ofdUrl: `http://${address}/f/${number}.ofd` },
          xmlUrl: `http://${address}/f/${number}.xml`,
        }),
      }))
    },

    saveInvoiceRedConfirm(form: RedForm) {
      const existing = forms.get(form.billId ?? '')
      if (existing)
        throw JSON.stringify(existing.form) === JSON.stringify(form)
          ? new Refused('E9106', '申请号重复')
          : new Refused('E9113', '申请号重复，内容与原来的不同')
      need(/^[\w-]{1,32}$/.test(form.billId ?? ''), 'E9201', '申请号不正确')
      need(['1', '2', '3', '4'].includes(form.redReason ?? ''), 'E9202', '冲红原因不正确')
      const blue = [...invoices.values()].find(({ number }) => number === form.blueElecInvoiceNumber)
      if (blue?.status !== '2') throw new Refused('E9203', '没有这张蓝字发票')
      need(form.buyerName === blue.order.buyerName && form.buyerTaxNo === blue.order.buyerTaxNum, 'E9204', '购方不一致')
      need(form.sellerTaxNo === sellerNumber && form.applySource === '0', 'E9204', '销方不一致')
      if (!form.detail) need(blue.taken === 0, 'E9205', '已部分红冲的发票须列出明细')
      const lines = form.detail?.map(line => {
        const of = blue.lines[Number(line.blueDetailIndex) - 1]
        if (!of) throw new Refused('E9206', '没有这一行')
        const [excluded = 0, tax = 0] = [line.taxExcludedAmount, line.taxAmount].map(text => -fen(text))
        const included = excluded + tax
        need(excluded > 0 && tax >= 0 && included + of.taken <= of.included, 'E9207', '红冲超过蓝字发票的金额')
        need(Number(line.taxRate) === rate / 100, 'E9109', '税率与蓝字发票的不一致')
        need(Math.abs(tax - (excluded * rate) / 100) <= 1, 'E9111', '税额与税率计算的相差超过 0.01')
        return { of, included }
      })
      const amount = lines?.reduce((sum, { included }) => sum + included, 0) ?? blue.amount
      for (const { of, included } of lines ?? []) of.taken += included
      blue.taken += amount
      const order = { orderNo: `RED${form.billId}`, invoiceDetail: [] }
      const red = faults.refuses ? undefined : `${randomInt(10 ** 9)}${randomInt(10 ** 9)}`
      if (red)
        invoices.set(order.orderNo, {
          ...{ serialNo: red, order, status: '2', failCause: '', number: newNumber() },
          ...{ amount: -amount, lines: [], taken: 0 },
        })
      const status = faults.refuses ? '16' : faults.confirms ? '02' : '01'
      forms.set(form.billId ?? '', { form, status, message: faults.refuses ?? '', red })
      return form.billId
    },

    queryInvoiceRedConfirm({ identity, billId }: { identity?: string; billId?: string }) {
      need(identity === '0', 'E9208', '操作方身份不正确')
      const found = forms.get(billId ?? '')
      const list = found
        ? [
            {
              ...{ billId, billStatus: found.status, billMessage: found.message },
              invoiceSerialNum: ['01', '04'].includes(found.status) ? found.red : null,
            },
          ]
        : []
      return { total: list.length, list }
    },
  }

  /** Refuses requests that this app has not just signed, or that were sent before. */
  function admit({ url, headers, body }: CounterpartRequest) {
    const { senid = '', nonce = '', timestamp = '', appkey = '' } = Object.fromEntries(url.searchParams)
    need(appkey === appKey, '070101', '获取app密钥失败')
    need(headers.accesstoken === `token-${tokens}`, '070304', 'token 无效')
    need(headers.usertax === sellerNumber, '070307', '税号未授权')
    need(/^[0-9a-f]{32}$/.test(senid) && /^\d{8}$/.test(nonce), '070201', '公共参数不正确')
    need(Math.abs(Date.now() / 1000 - Number(timestamp)) < 600, '070202', '时间戳过期')
    need(!used.has(senid), '070203', '请求重复')
    used.add(senid)
    const text = `a=services&l=v1&p=open&k=${appkey}&i=${senid}&n=${nonce}&t=${timestamp}&f=${body}`
    const sign = createHmac('sha1', appSecret).update(text).digest('base64')
    need(headers['x-nuonuo-sign'] === sign, '070102', '签名不正确')
  }

  const address: string = await counterpart(request => {
    const { pathname } = request.url
    if (pathname.startsWith('/f/')) return { body: faults.pdf ?? onePage() }
    if (pathname === '/accessToken') {
      const parameters = new URLSearchParams(request.body.toString())
      if (parameters.get('client_id') !== appKey || parameters.get('client_secret') !== appSecret)
        return { body: { error: '070304' } }
      tokens += 1
      return { body: { access_token: `token-${tokens}`, expires_in: 86_400 } }
    }
    const method = String(request.headers.method).replace('nuonuo.OpeMplatform.', '')
    requested.push(method)
    try {
      admit(request)
      need(!faults.denied?.(method), 'E9900', '接口权限不足')
      const result = act[method]?.(JSON.parse(request.body.toString()) as never)
      if (faults.lost?.(method)) return { status: 502 }
      return { body: { code: 'E0000', describe: '成功', result } }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { body: { code: error.code, describe: error.message, result: null } }
    }
  })

  return {
    environment: {
      ...environment,
      TAX_GATEWAY: `http://${address}/open/v1/services`,
      TAX_TOKEN_URL: `http://${address}/accessToken`,
    },
    invoices,
    forms,
    requested,
    faults,
    /** Lets the office decide what was slow. */
    decide() {
      for (const invoice of invoices.values()) if (invoice.status === '20') invoice.status = '2'
      for (const form of forms.values()) if (form.status === '02') form.status = '04'
    },
    /** Invalidates every token so far. */
    expireToken() {
      tokens += 1
    },
  }
}
