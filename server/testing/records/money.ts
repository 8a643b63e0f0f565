import { randomInt, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contract, type InputOf } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { invoice, invoiceTitle } from '#contract/records/invoice.ts'
import { payment } from '#contract/records/payment.ts'
import { proposal } from '#contract/records/proposal.ts'
import { refund } from '#contract/records/refund.ts'
import { operateFile } from '../operate-file.ts'
import { onePage } from '../pdf.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function moneyRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { call, operate, make } = portal
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const finance = await make.operator('finance')
  const second = await make.operator('finance')
  const hours = await make.sku({ product: 'hours' })
  const invoiceNumber = () => Array.from({ length: 20 }, () => randomInt(10)).join('')

  const title: InputOf<'setInvoiceTitle'> = {
    kind: 'normal',
    title: '测试抬头',
    tax_number: company.creditCode,
    address: '深圳市南山区',
    phone: '0755-86000000',
    bank: '中国银行深圳分行',
    bank_account: '4000000000000001',
    email: 'caiwu@example.com',
  }

  async function setTitle(values: Values) {
    const answer = await call('setInvoiceTitle', { ...title, ...values }, { sid })
    return answer.code === 200 ? answer.data.title_id : notWritten(answer)
  }

  const savedTitle = await setTitle({})

  async function requestInvoice(values: Values) {
    const { id } = await make.order(company)
    const answer = await call('requestInvoice', { order_ids: [id], title_id: savedTitle, ...values }, { sid })
    return answer.code === 200 ? answer.data.invoice_id : notWritten(answer)
  }

  async function issueInvoice(values: Values) {
    const invoice_id = await requestInvoice({})
    const fields = { invoice_id, invoice_number: String(values.invoice_number ?? invoiceNumber()) }
    const answer = await operateFile(portal, 'issueInvoiceRequest', {
      ...finance,
      fields,
      content: onePage(),
      fileName: 'a.pdf',
    })
    return answer.code === 200 ? invoice_id : notWritten(answer)
  }

  async function refuseInvoice(invoice_id: string, values: Values) {
    const answer = await operate('rejectInvoiceRequest', { invoice_id, reason: '税号有误', ...values }, finance)
    return answer.code === 200 ? invoice_id : notWritten(answer)
  }

  async function reverseInvoice(values: Values) {
    const invoice_id = await issueInvoice({})
    const fields = {
      invoice_id,
      invoice_number: invoiceNumber(),
      scope: 'whole',
      amount: '5800',
      reason: String(values.reason ?? '已退款'),
    }
    const file = { ...finance, fields, content: onePage(), fileName: 'b.pdf' }
    const answer = await operateFile(portal, 'reverseIssuedInvoice', file)
    return answer.code === 200 ? invoice_id : notWritten(answer)
  }

  /** Places an order to be paid by a transfer. */
  async function transfer() {
    const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 1 }]
    const { data: order } = await call('createOrder', { kind: 'purchase', items, request_key: randomUUID() }, { sid })
    const opened = await call('orderOpera', { order_id: order.order_id, opera: 'pay', gateway: 'transfer' }, { sid })
    const { data } = await call('getPayment', { payment_id: opened.data.payment_id ?? notWritten(opened) }, { sid })
    return { ...order, ...data, remark_code: data.transfer?.remark_code ?? notWritten(data) }
  }

  async function submitVoucher(values: Values) {
    const { payment_id } = await transfer()
    const { id: file_id } = await make.storedFile({ accountId: company.owner.account.id, purpose: 'voucher' })
    const voucher = { payment_id, file_id, payer_name: company.name, ...values }
    const answer = await call('submitTransferVoucher', voucher, { sid })
    return answer.code === 200 ? payment_id : notWritten(answer)
  }

  /** Places an order and pays it; returns the order. */
  async function paidOrder() {
    const { order_id, order_number, remark_code, amount } = await transfer()
    await operate('requestTransfer', { remark_code, amount }, finance)
    const { data } = await operate('getApprovalList', { state: 'waiting', kind: 'payment' }, second)
    const approval_id = data.list.find(({ summary }) => summary.includes(remark_code))?.approval_id ?? notWritten(data)
    const answer = await operate('decideApproval', { approval_id, decision: 'confirm' }, second)
    expect(answer.code).toBe(200)
    return { order_id, order_number }
  }

  return {
    proposal: {
      record: proposal,
      read: async proposal_id => (await operate('getSalesProposal', { proposal_id }, finance)).data,
      values: { coupon_id: async () => (await make.coupon(company.id)).id, valid_days: () => 12 },
      writings: [
        {
          call: 'saveProposal',
          fields: proposal.input('save'),
          write: async values => {
            const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 1 }]
            const draft = { company_id: company.id, kind: 'purchase' as const, items, valid_days: 7, ...values }
            const answer = await operate('saveProposal', draft, finance)
            return answer.code === 200 ? answer.data.proposal_id : notWritten(answer)
          },
        },
      ],
    },
    invoiceTitle: {
      record: invoiceTitle,
      read: async title_id =>
        (await call('getInvoiceTitleList', {}, { sid })).data.list.find(one => one.title_id === title_id),
      values: {
        kind: () => 'special',
        tax_number: () => company.creditCode,
        email: () => `${randomUUID()}@example.com`,
        preferred: () => true,
      },
      writings: [
        {
          call: 'setInvoiceTitle, which adds',
          fields: without(contract.setInvoiceTitle.input.shape, 'title_id'),
          write: setTitle,
        },
        {
          call: 'setInvoiceTitle, which changes',
          fields: without(contract.setInvoiceTitle.input.shape, 'title_id'),
          write: async values => setTitle({ title_id: savedTitle, ...values }),
        },
      ],
    },
    invoice: {
      record: invoice,
      read: async invoice_id =>
        (await call('getInvoiceList', {}, { sid })).data.list.find(one => one.invoice_id === invoice_id),
      values: { invoice_number: invoiceNumber },
      writings: [
        {
          call: 'requestInvoice',
          fields: without(contract.requestInvoice.input.shape, 'order_ids', 'title_id'),
          write: requestInvoice,
        },
        {
          call: 'issueInvoiceRequest',
          fields: without(operations.issueInvoiceRequest.input.shape, 'invoice_id'),
          write: issueInvoice,
        },
        {
          call: 'rejectInvoiceRequest',
          fields: without(operations.rejectInvoiceRequest.input.shape, 'invoice_id'),
          write: async values => refuseInvoice(await requestInvoice({}), values),
        },
        {
          call: 'reverseIssuedInvoice',
          fields: without(
            operations.reverseIssuedInvoice.input.shape,
            'invoice_id',
            'invoice_number',
            'scope',
            'amount',
          ),
          write: reverseInvoice,
        },
      ],
    },
    payment: {
      record: payment,
      read: async payment_id =>
        (await operate('getTransferList', { state: 'all', keyword: company.name }, finance)).data.list.find(
          one => one.payment_id === payment_id,
        ),
      // Brackets and spaces may differ from the verified name, and are stored as typed.
      values: { payer_name: () => `${company.name.slice(0, 2)} ${company.name.slice(2)}` },
      writings: [
        {
          call: 'submitTransferVoucher',
          fields: without(contract.submitTransferVoucher.input.shape, 'payment_id', 'file_id'),
          write: submitVoucher,
        },
      ],
    },
    refund: {
      record: refund,
      read: async order_id => (await call('getOrderDetailByOrderId', { order_id }, { sid })).data.refunds[0],
      values: {},
      writings: [
        {
          call: 'orderOpera',
          fields: { reason: contract.orderOpera.input.shape.reason },
          write: async values => {
            const { order_id } = await paidOrder()
            const answer = await call('orderOpera', { order_id, opera: 'refund', ...values }, { sid })
            return answer.code === 200 ? order_id : notWritten(answer)
          },
        },
        {
          call: 'refundSalesOrder',
          fields: { reason: operations.refundSalesOrder.input.shape.reason },
          write: async values => {
            const { order_id, order_number } = await paidOrder()
            const answer = await operate('refundSalesOrder', { order_number, reason: '服务不可用', ...values }, finance)
            return answer.code === 200 ? order_id : notWritten(answer)
          },
        },
      ],
    },
  }
}
