import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'
import { payment } from './records/payment.ts'
import { gateways } from './shop.ts'

export const getGatewayList = call({
  path: '/v1/payment/getGatewayList',
  effect: 'read',
  access: 'manager',
  about: '可用的支付方式。',
  output: z.object({ list: z.array(z.object({ gateway: z.enum(gateways), name: z.string(), about: z.string() })) }),
})

const { voucher_at, rejected_reason } = payment.schema.shape

const paymentView = payment.schema
  .pick({
    payment_id: true,
    order_id: true,
    order_number: true,
    order_state: true,
    gateway: true,
    state: true,
    amount: true,
    expires_at: true,
    pay_url: true,
    code_url: true,
  })
  .extend({
    /** The account for a bank transfer, and the remark to add to it. */
    transfer: z
      .object({
        account_name: z.string(),
        account: z.string(),
        bank: z.string(),
        bank_code: z.string(),
        remark_code: z.string(),
        /** The name on the account from which the money must come: the verified company. */
        payer_name: z.string(),
        /** Fen that have arrived in part under the same code. */
        received: z.int(),
        voucher_at,
        rejected_reason,
      })
      .nullable(),
  })

export const getPayment = call({
  path: '/v1/payment/getPayment',
  effect: 'change',
  // The page polls this call while the buyer pays, so the payment's own row guards what it settles.
  idempotency: 'own',
  access: 'manager',
  about: '一次支付的状态；收银台轮询它。尚未支付时，至多每几秒向支付渠道核对一次。',
  input: z.strictObject({ payment_id: id }),
  output: paymentView,
  codes: [-50004],
})

export const submitTransferVoucher = call({
  path: '/v1/payment/submitTransferVoucher',
  effect: 'change',
  activity: 'order.voucher_submitted',
  access: 'manager',
  about: '提交对公转账的凭证；到账后由运营人员确认。',
  input: z.strictObject({ payment_id: id, file_id: id, ...payment.input('submit') }),
  output: paymentView,
  success: '凭证已提交，到账后将自动开通',
  codes: [-50004, -50005, -50006, -50007],
})
