import type { CallName } from '#contract/index.ts'
import {
  assignPath,
  devicePath,
  employeePath,
  extendAllPath,
  linePath,
  newTicketPath,
  orderPath,
  paths,
  ticketPath,
} from '#contract/paths.ts'
import { employeeStateNames } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { isReached } from '#web/data/console-pages.ts'
import { mayCall } from '#web/data/may.ts'
import { signOut } from '#web/data/session-life.ts'
import { store } from '#web/data/store.ts'
import type { Command, CommandSource } from '#web/ui/palette/command.ts'
import { lineLooks, orderLooks } from '#web/ui/states.ts'
import { switchTheme } from '#web/ui/theme.ts'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { menu } from './menu.tsx'

/** The acts that can begin anywhere. Acts on people and objects begin on their own pages, which the search finds. */
const acts: readonly (Command & { call?: CallName })[] = [
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
    key: 'invoice',
    label: '申请发票',
    note: '可开票的订单',
    call: 'requestInvoice',
    to: `${paths.orderRecord}?tab=invoices&view=orders`,
  },
  { key: 'ledger', label: '时长流水', call: 'getServiceLedger', to: `${paths.employees}?tab=ledger` },
  { key: 'ticket', label: '提交工单', note: '向客服提问', call: 'openTicket', to: newTicketPath() },
  { key: 'undo', label: '撤销一次操作', note: '操作记录', call: 'undoActivity', to: paths.activity },
  { key: 'tour', label: '控制台导览', note: '各处在哪里', run: () => store.set({ tour: 'running' }) },
  { key: 'theme', label: '切换深浅色', run: switchTheme },
  { key: 'sign-out', label: '退出登录', run: () => void signOut() },
]

/** At most so many of each kind. The list, which has the same search, shows more. */
const most = { page: 1, page_size: 5 }

/** The palette of the console. Each search is the search of a list, so it finds what its manager may see and nothing else. */
export const consoleSources: readonly CommandSource[] = [
  { name: '操作', list: () => acts.filter(({ call }) => !call || mayCall(call)) },
  {
    name: '页面',
    list: () =>
      menu
        .filter(page => !page.under && isReached(page, store.get().duty))
        .map(({ id, name, path }) => ({ key: `page-${id}`, label: name, to: path })),
  },
  {
    name: '员工',
    async search(keyword, signal) {
      if (!mayCall('getCompanyUserList')) return []
      const answer = await api.getCompanyUserList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      const people = answer.data.list.map(({ employee_id, name, phone, state }) => ({
        key: employee_id,
        label: name,
        note: `${phone} · ${employeeStateNames[state]}`,
        to: employeePath(employee_id),
      }))
      const [only] = people
      // A person who typed a whole name may want more than to look.
      if (!only || people.length > 1 || !mayCall('setCompanyUserService')) return people
      return [
        only,
        { key: `assign-${only.key}`, label: `给 ${only.label} 分配时长`, note: '默认 30 天', to: assignPath(only.key) },
      ]
    },
  },
  {
    name: '设备',
    async search(keyword, signal) {
      if (!mayCall('getDeviceList')) return []
      const answer = await api.getDeviceList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ device_id, name, employee_name }) => ({
        key: device_id,
        label: name,
        note: employee_name,
        to: devicePath(device_id),
      }))
    },
  },
  {
    name: '专线与地址',
    async search(keyword, signal) {
      if (!mayCall('getCompanyVplList')) return []
      const answer = await api.getCompanyVplList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ svp_id, name, address, state }) => ({
        key: svp_id,
        label: name,
        note: `${address ?? '未绑定地址'} · ${lineLooks[state].word}`,
        to: linePath(svp_id),
      }))
    },
  },
  {
    name: '订单',
    async search(keyword, signal) {
      if (!mayCall('getOrderList')) return []
      const answer = await api.getOrderList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ order_id, order_number, state }) => ({
        key: order_id,
        label: order_number,
        note: orderLooks[state].word,
        to: orderPath(order_id),
      }))
    },
  },
  {
    name: '工单',
    async search(keyword, signal) {
      if (!mayCall('getTicketList')) return []
      const answer = await api.getTicketList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ ticket_id, subject, number, state }) => ({
        key: ticket_id,
        label: subject,
        note: `${number} · ${ticketLooks[state].word}`,
        to: ticketPath(ticket_id),
      }))
    },
  },
]
