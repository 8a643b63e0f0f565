import type { OutputOf } from '#contract/index.ts'
import { gatewayNames, gateways } from '#contract/shop.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { queryAttempt } from './asking.ts'
import { findNoted, writeCreditNote } from './credit-note.ts'
import { claimAsking, type PaymentView, viewPayment } from './payments.sql.ts'
import { findVoucher, setVoucher } from './transfers.sql.ts'
import { sameCompany } from './transfers.ts'

/** Seconds between two queries of the gateway for all viewers of a payment; the cashier's page polls every two seconds. */
const secondsBetweenAskings = 5

const aboutTransfer = '从企业的对公账户汇款，到账并由人工确认后开通，通常需要一至两个工作日'

const aboutBalance = '从企业的预存余额付清，立即开通'

export const paymentsCalls = {
  async getGatewayList({ services }) {
    const { online, transfer } = services.gateways
    const list = gateways.flatMap((gateway): OutputOf<'getGatewayList'>['list'] => {
      if (gateway === 'transfer')
        return transfer ? [{ gateway, name: gatewayNames.transfer, about: aboutTransfer }] : []
      if (gateway === 'balance') return [{ gateway, name: gatewayNames.balance, about: aboutBalance }]
      const offered = online[gateway]
      return offered ? [{ gateway, name: offered.name, about: offered.about }] : []
    })
    return { list }
  },

  async getPayment(context, { payment_id }) {
    const { company, membership, services, log } = context
    const { companyId } = membership
    const payment = await requirePayment(context, payment_id)
    if (payment.state !== 'created' || !(await claimAsking(company, companyId, payment_id, secondsBetweenAskings)))
      return shown(context, payment)
    await queryAttempt({ ...services, log }, payment)
    return shown(context, await requirePayment(context, payment_id))
  },

  async submitTransferVoucher(context, { payment_id, file_id, payer_name }) {
    const { company, membership, account, system } = context
    const payment = await requirePayment(context, payment_id)
    if (payment.gateway !== 'transfer' || payment.state !== 'created') throw new Refusal(-50005)
    if (!sameCompany(payer_name, payment.company_name)) throw new Refusal(-50006, payment.company_name)
    if (!(await findVoucher(system, account.id, file_id))) throw new Refusal(-50007)
    const voucher = { fileId: file_id, payerName: payer_name }
    if (!(await setVoucher(company, membership.companyId, payment_id, voucher))) throw new Refusal(-50005)
    const entry = { action: 'order.voucher_submitted' as const, id: payment.order_id, name: payment.order_number }
    await recordActivity(company, membership.companyId, [{ ...entry, detail: `付款户名：${payer_name}` }])
    return shown(context, await requirePayment(context, payment_id))
  },

  async getCreditNote({ company, services, membership: { companyId } }, { refund_id }) {
    const noted = orRefuse(await findNoted(company, companyId, refund_id), -50030)
    return writeCreditNote(services, company, noted)
  },
} satisfies SomeHandlers

async function requirePayment({ company, membership }: ManagerContext, paymentId: string): Promise<PaymentView> {
  return orRefuse(await viewPayment(company, membership.companyId, paymentId), -50004)
}

function shown({ services }: ManagerContext, payment: PaymentView): OutputOf<'getPayment'> {
  const {
    company_id: _,
    company_name,
    out_trade_no,
    problem: _problem,
    arrived_amount: _arrived,
    received,
    ...row
  } = payment
  const { voucher_at, rejected_reason, ...shownPayment } = row
  const account = payment.gateway === 'transfer' ? services.gateways.transfer : undefined
  return {
    ...shownPayment,
    transfer: account
      ? {
          account_name: account.accountName,
          account: account.account,
          bank: account.bank,
          bank_code: account.bankCode,
          remark_code: out_trade_no,
          payer_name: company_name,
          received,
          voucher_at,
          rejected_reason,
        }
      : null,
  }
}
