import type { CallName } from '#contract/index.ts'
import { extendAllPath, newTicketPath, paths, renewAllPath } from '#contract/paths.ts'
import { signOut } from '#web/data/session-life.ts'
import { store } from '#web/data/store.ts'
import type { Command } from '#web/ui/palette/command.ts'
import { switchTheme } from '#web/ui/theme.ts'

/** The acts that can begin on any page. Acts on people and objects begin on their own pages, which the search finds. */
export const consoleActs: readonly (Command & { call?: CallName })[] = [
  { key: 'add-employee', label: '添加员工', call: 'addCompanyUser', to: paths.addEmployee },
  { key: 'extend-all', label: '给全员延长服务', note: '默认 30 天', call: 'setCompanyUserService', to: extendAllPath },
  {
    key: 'import-employees',
    label: '表格导入员工',
    call: 'commitEmployeeImport',
    to: `${paths.addEmployee}?way=import`,
  },
  {
    key: 'pending-devices',
    label: '审核设备',
    note: '待审核的设备',
    call: 'deviceAudit',
    to: `${paths.deviceManage}?audit_state=pending`,
  },
  { key: 'buy-hours', label: '购买员工时长', call: 'createOrder', to: paths.buyHours },
  { key: 'buy-lines', label: '购买虚拟专线', call: 'createOrder', to: paths.buyLines },
  {
    key: 'renew-lines',
    label: '续费将到期的专线',
    note: '默认 30 天',
    call: 'createOrder',
    to: renewAllPath('expiring'),
  },
  {
    key: 'invoice',
    label: '申请发票',
    note: '可开票的订单',
    call: 'requestInvoice',
    to: `${paths.orderRecord}?tab=invoices&view=orders`,
  },
  {
    key: 'refund',
    label: '申请退款',
    note: '在订单里申请',
    call: 'orderOpera',
    to: `${paths.orderRecord}?state=fulfilled`,
  },
  { key: 'top-up', label: '余额充值', call: 'topUpBalance', to: paths.balance },
  { key: 'password', label: '修改密码', note: '个人信息', to: paths.managePersonal },
  { key: 'ledger', label: '时长流水', call: 'getServiceLedger', to: `${paths.employees}?tab=ledger` },
  { key: 'ticket', label: '提交工单', note: '向客服提问', call: 'openTicket', to: newTicketPath() },
  { key: 'undo', label: '撤销一次操作', note: '操作记录', call: 'undoActivity', to: paths.activity },
  { key: 'tour', label: '控制台导览', note: '各处在哪里', run: () => store.set({ tour: 'running' }) },
  { key: 'theme', label: '切换深浅色', run: switchTheme },
  { key: 'sign-out', label: '退出登录', run: () => void signOut() },
]
