import { randomUUID } from 'node:crypto'
import { dayInChina } from '#server/core/service-time.ts'
import { type Actor, change, operation, reason } from './change.ts'
import { own } from './own-actors.ts'

const orders: Record<string, Actor> = {
  createOrder: async world => change('createOrder', world.basket(await world.lastSku())),
  'createOrder, with a coupon': async world =>
    change('createOrder', { ...world.basket(world.hours), coupon_id: (await world.coupon()).id }),
  'createOrder, a renewal': async world =>
    change('createOrder', {
      kind: 'renewal',
      svp_ids: [(await world.boundLine()).id],
      days: 30,
      request_key: randomUUID(),
    }),
  'orderOpera, cancel': async world => change('orderOpera', { order_id: await world.order(), opera: 'cancel' }),
  'orderOpera, cancel a line': async world =>
    change('orderOpera', { order_id: await world.lineOrder(), opera: 'cancel' }),
  'orderOpera, pay': async world =>
    change('orderOpera', { order_id: await world.order(), opera: 'pay', gateway: 'sandbox' }),
  'orderOpera, pay by balance': async world => {
    await world.money()
    return change('orderOpera', { order_id: await world.order(), opera: 'pay', gateway: 'balance' })
  },
  'orderOpera, pay another by balance': async world => {
    await world.money()
    return change('orderOpera', { order_id: await world.otherOrder(), opera: 'pay', gateway: 'balance' })
  },
  'orderOpera, pay a renewal after the end': async world => ({
    ...change('orderOpera', { order_id: await world.lateRenewal(), opera: 'pay', gateway: 'balance' }),
    lastly: world.ended,
  }),
  topUpBalance: async () => change('topUpBalance', { amount: 5_000 }),
  payOrdersTogether: async world =>
    change('payOrdersTogether', { order_ids: [await world.order(), await world.otherOrder()] }),
  requestPeriodInvoice: async world => {
    await world.paidOrder()
    const today = dayInChina(Date.now())
    return change('requestPeriodInvoice', { from: '2026-01-01', to: today, title_id: await world.title() })
  },
  setInvoiceSetting: async world => change('setInvoiceSetting', { title_id: await world.title() }),
  'orderOpera, refund': async world =>
    change('orderOpera', { order_id: await world.bought(), opera: 'refund', reason: '买错了' }),
  'orderOpera, delete': async world => change('orderOpera', { order_id: await world.cancelled(), opera: 'delete' }),
  'orderOpera, renew': async world => {
    await world.boundLine()
    return change('orderOpera', { order_id: await world.order(), opera: 'renew', request_key: randomUUID() })
  },
  submitTransferVoucher: async world => {
    const { file_id } = await world.voucherFile()
    return change('submitTransferVoucher', {
      payment_id: (await world.transfer()).id,
      file_id,
      payer_name: world.company.name,
    })
  },
  getPayment: async world => change('getPayment', { payment_id: (await world.transfer()).id }),
  getCoupon: async world => change('getCoupon', { coupon_type_id: (await world.coupons.center()).id }),
  requestInvoice: async world =>
    change('requestInvoice', { order_ids: [(await world.paidOrder()).id], title_id: await world.title() }),
  acceptProposal: async world =>
    change('acceptProposal', { proposal_id: await world.proposal(), payable: world.hours.price }),
  declineProposal: async world =>
    change('declineProposal', { proposal_id: await world.proposal(), reason: '价格偏高' }),
  // When that order ends unpaid, the proposal waits for the company again.
  'orderOpera, cancel what a proposal led to': async world =>
    change('orderOpera', { order_id: await world.accepted(), opera: 'cancel' }),
  'orderOpera, pay what a proposal led to': async world => {
    await world.money()
    return change('orderOpera', { order_id: await world.accepted(), opera: 'pay', gateway: 'balance' })
  },
  sendProposal: async world =>
    operation(
      'sendProposal',
      { proposal_id: await world.draft(), revision: 0, payable: world.hours.price },
      world.finance,
    ),
  withdrawProposal: async world =>
    operation('withdrawProposal', { proposal_id: await world.proposal(), revision: 1, reason }, world.finance),
  openTicket: async () => change('openTicket', { topic: 'other', subject: '请问', text: '如何续费' }),
  replyTicket: async world => change('replyTicket', { ticket_id: await world.ticket(), text: '补充' }),
  closeTicket: async world => change('closeTicket', { ticket_id: await world.ticket() }),
  withdrawRefund: async world => change('withdrawRefund', await world.requestedRefund()),
  withdrawInvoice: async world => change('withdrawInvoice', { invoice_id: (await world.invoice()).id }),
  setInvoiceTitle: async world =>
    change('setInvoiceTitle', {
      kind: 'normal',
      title: world.company.name,
      tax_number: world.company.creditCode,
      email: 'other@example.com',
      preferred: true,
    }),
  delInvoiceTitle: async world => change('delInvoiceTitle', { title_id: await world.title() }),
}

const people: Record<string, Actor> = {
  setCompanyUserService: async world => {
    await world.balance()
    return change('setCompanyUserService', { employee_ids: [world.one.id], days: 20 })
  },
  'setCompanyUserService, another': async world => {
    await world.balance()
    return change('setCompanyUserService', { employee_ids: [world.two.id], days: 20 })
  },
  reclaimService: async world => {
    await world.served()
    return change('reclaimService', { employee_ids: [world.one.id] })
  },
  setCompanyUser: async world =>
    change('setCompanyUser', { employee_id: world.one.id, dept_id: (await world.department()).id }),
  'setCompanyUser, disabled': async world => change('setCompanyUser', { employee_id: world.one.id, state: 'disabled' }),
  setCompanyUserRole: async world => change('setCompanyUserRole', { employee_id: world.one.id, role: 'manager' }),
  setDuty: async world => change('setDuty', { employee_id: world.one.id, duty: 'devices' }),
  delCompanyUser: async world => change('delCompanyUser', { employee_ids: [world.one.id] }),
  handOverEmployee: async world =>
    change('handOverEmployee', { employee_id: world.one.id, successor_id: world.two.id, remove: true }),
  addCompanyUser: async world => {
    await world.balance()
    const employee = { phone: await world.phone(), name: '王小明', dept_id: (await world.department()).id }
    return change('addCompanyUser', { employees: [employee], reserve_days: 20 })
  },
  'delCompanyUser, who is invited': async world =>
    change('delCompanyUser', { employee_ids: [(await world.invited()).id] }),
  inviteCompanyUser: async world => change('inviteCompanyUser', { employee_ids: [(await world.invited()).id] }),
  setDepartment: async world => change('setDepartment', { name: '市场部', parent_id: (await world.department()).id }),
  batchSetDepartment: async world =>
    change('batchSetDepartment', { employee_ids: [world.one.id], dept_id: (await world.department()).id }),
  delDepartment: async world => change('delDepartment', { dept_id: (await world.department()).id }),
  setCompanyInfo: async () => change('setCompanyInfo', { contact_name: '李四' }),
}

const lines: Record<string, Actor> = {
  bindCompanyVpl: async world =>
    change('bindCompanyVpl', { svp_id: (await world.line()).id, ip_id: await world.address() }),
  'bindCompanyVpl, another line': async world => {
    const { id } = await world.otherLine()
    return change('bindCompanyVpl', { svp_id: id, ip_id: await world.address() })
  },
  setCompanyVpl: async world =>
    change('setCompanyVpl', { svp_ids: [(await world.boundLine()).id], name: '东京-09', auto_renew: true }),
  setVplGroup: async world => change('setVplGroup', { group_id: (await world.group()).id, name: '直播组' }),
  deleteVplGroup: async world => change('deleteVplGroup', { group_id: (await world.group()).id }),
  setVplGroupLines: async world =>
    change('setVplGroupLines', { group_id: (await world.group()).id, svp_ids: [(await world.boundLine()).id] }),
  setVplGroupMembers: async world =>
    change('setVplGroupMembers', {
      group_id: (await world.group()).id,
      dept_ids: [(await world.department()).id],
      employee_ids: [world.one.id],
    }),
  'setVplGroupMembers, adding': async world =>
    change('setVplGroupMembers', { group_id: (await world.group()).id, add_employee_ids: [world.two.id] }),
  'setTemplate, new': async world =>
    change('setTemplate', {
      name: '新模板',
      dept_id: (await world.department()).id,
      group_ids: [(await world.group()).id],
    }),
  'setTemplate, changed': async world =>
    change('setTemplate', { template_id: await world.template(), name: '改过的模板', device_limit: 4 }),
  delTemplate: async world => change('delTemplate', { template_id: await world.template() }),
  applyTemplate: async world =>
    change('applyTemplate', { template_id: await world.template(), employee_ids: [world.one.id] }),
  approveRequest: async world => change('approveRequest', { request_id: await world.request() }),
  refuseRequest: async world => change('refuseRequest', { request_id: await world.request(), reason }),
  deviceRemove: async world => change('deviceRemove', { device_ids: [(await world.device()).id] }),
  'deviceRemove, of a client': async world =>
    change('deviceRemove', { device_ids: [(await world.client()).device.id] }),
  requestTrial: async () => change('requestTrial', {}),
  setShop: async world =>
    change('setShop', { platform: 'amazon', name: '一店', shop_number: 'A1', svp_id: (await world.boundLine()).id }),
  batchSetShop: async world =>
    change('batchSetShop', { shop_ids: [await world.shop()], svp_id: (await world.boundLine()).id, state: 'closed' }),
  setConnectionSettings: async () => change('setConnectionSettings', { conflicts: 'refuse', keep_days: 200 }),
}

const operators: Record<string, Actor> = {
  freezeCompany: async ({ company, support }) =>
    operation('freezeCompany', { company_id: company.id, reason }, support),
  unfreezeCompany: async ({ company, support, frozen }) => ({
    ...operation('unfreezeCompany', { company_id: company.id }, support),
    lastly: frozen,
  }),
  giftCompanyHours: async ({ company, support }) =>
    operation(
      'giftCompanyHours',
      { company_id: company.id, days: 10, note: '补偿', request_key: randomUUID() },
      support,
    ),
  takeBackCompanyHours: async world => {
    await world.balance()
    const input = { company_id: world.company.id, days: 20, reason, request_key: randomUUID() }
    return operation('takeBackCompanyHours', input, world.support)
  },
  giftCompanyCoupon: async ({ company, coupons, support }) =>
    operation(
      'giftCompanyCoupon',
      { company_id: company.id, coupon_type_id: (await coupons.gift()).id, request_key: randomUUID() },
      support,
    ),
  changeCompanyOwner: async ({ company, manager, support }) =>
    operation('changeCompanyOwner', { company_id: company.id, employee_id: manager.id, reason }, support),
  decideDispute: async world =>
    operation('decideDispute', { dispute_id: await world.dispute(), decision: 'hand_over', reason }, world.support),
  correctCompany: async ({ company, support }) =>
    operation('correctCompany', { company_id: company.id, contact_name: '王五', reason }, support),
  setAccountState: async ({ one, support }) =>
    operation('setAccountState', { account_id: one.account.id, state: 'disabled', reason }, support),
  closeSalesOrder: async world =>
    operation('closeSalesOrder', { order_number: await world.numberOf(await world.order()), reason }, world.finance),
  'closeSalesOrder, what a proposal led to': async world =>
    operation('closeSalesOrder', { order_number: await world.numberOf(await world.accepted()), reason }, world.finance),
  refundSalesOrder: async world =>
    operation('refundSalesOrder', { order_number: await world.numberOf(await world.bought()), reason }, world.finance),
  rejectRefund: async world =>
    operation('rejectRefund', { out_refund_no: await world.refund(), reason }, world.finance),
  requestRefund: async world => operation('requestRefund', { out_refund_no: await world.refund() }, world.finance),
  requestTransfer: async world =>
    operation('requestTransfer', { remark_code: (await world.voucher()).code, amount: 5800 }, world.finance),
  rejectTransferVoucher: async world =>
    operation('rejectTransferVoucher', { remark_code: (await world.voucher()).code, reason }, world.finance),
  recordWrongTransfer: async world =>
    operation('recordWrongTransfer', { remark_code: (await world.transfer()).code, amount: 100 }, world.finance),
  recordTransferParts: async world =>
    operation(
      'recordTransferParts',
      { parts: [{ remark_code: (await world.transfer()).code, amount: 2_000, reference: '流水1' }] },
      world.finance,
    ),
  rejectInvoiceRequest: async world =>
    operation('rejectInvoiceRequest', { invoice_id: (await world.invoice()).id, reason }, world.finance),
  setAddressState: async world =>
    operation('setAddressState', { address_ids: [await world.address()], change: 'hold', reason }, world.network),
  suspendOperatedLine: async world =>
    operation('suspendOperatedLine', { line_id: (await world.line()).id, reason }, world.network),
  resumeOperatedLine: async world =>
    operation('resumeOperatedLine', { line_id: await world.suspendedLine() }, world.network),
  moveLine: async world =>
    operation(
      'moveLine',
      {
        company_id: world.company.id,
        line_id: (await world.boundLine()).id,
        address_id: await world.address(),
        old_address: 'cooling',
        reason,
      },
      world.network,
    ),
  extendLine: async world =>
    operation(
      'extendLine',
      {
        company_id: world.company.id,
        line_id: (await world.boundLine()).id,
        days: 5,
        reason,
        request_key: randomUUID(),
      },
      world.network,
    ),
  'decideApproval, confirm': async world =>
    operation('decideApproval', { approval_id: await world.approval(), decision: 'confirm' }, world.finance),
  'decideApproval, confirm a correction': async world =>
    operation('decideApproval', { approval_id: await world.correction(), decision: 'confirm' }, world.owner),
  'decideApproval, reject': async world =>
    operation('decideApproval', { approval_id: await world.approval(), decision: 'reject', reason }, world.owner),
  openTrial: async world =>
    operation('openTrial', { company_id: world.company.id, sku_id: (await world.sku()).id, reason }, world.owner),
  declineTrial: async world => operation('declineTrial', { trial_id: await world.trial(), reason }, world.support),
}

export const actors: Record<string, Actor> = { ...orders, ...people, ...own, ...lines, ...operators }
