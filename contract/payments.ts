import { z } from 'zod'
import { call } from './call.ts'
import { id, instant, line } from './fields.ts'
import { gateways, orderStates, paymentStates } from './shop.ts'

export const getGatewayList = call({
  path: '/v1/payment/getGatewayList',
  access: 'manager',
  about: '可用的支付方式。',
  input: z.strictObject({}),
  output: z.object({ list: z.array(z.object({ gateway: z.enum(gateways), name: z.string(), about: z.string() })) }),
})

const payment = z.object({
  payment_id: id,
  order_id: id,
  order_number: z.string(),
  order_state: z.enum(orderStates),
  gateway: z.enum(gateways),
  state: z.enum(paymentStates),
  amount: z.int(),
  expires_at: instant,
  /** Where the buyer goes to pay; null where there is nothing to go to. */
  pay_url: z.string().nullable(),
  /** What the buyer scans; null where there is nothing to scan. */
  code_url: z.string().nullable(),
  /** Of a bank transfer: where to, and what to write. */
  transfer: z
    .object({
      account_name: z.string(),
      account: z.string(),
      bank: z.string(),
      bank_code: z.string(),
      remark_code: z.string(),
      /** Whose account the money must come from: the verified company's. */
      payer_name: z.string(),
      voucher_at: instant.nullable(),
      rejected_reason: z.string().nullable(),
    })
    .nullable(),
})

export const getPayment = call({
  path: '/v1/payment/getPayment',
  access: 'manager',
  about: '一次支付的状态；收银台轮询它。尚未支付时，至多每几秒向支付渠道核对一次。',
  input: z.strictObject({ payment_id: id }),
  output: payment,
  codes: [-50004],
})

export const submitTransferVoucher = call({
  path: '/v1/payment/submitTransferVoucher',
  access: 'manager',
  about: '提交对公转账的凭证；到账后由运营人员确认。',
  input: z.strictObject({ payment_id: id, file_id: id, payer_name: line('付款户名', 100, 2) }),
  output: payment,
  success: '凭证已提交，到账后将自动开通',
  codes: [-50004, -50005, -50006, -50007],
})
