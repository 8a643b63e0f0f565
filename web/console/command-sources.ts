import {
  articlesPath,
  assignPath,
  devicePath,
  employeePath,
  linePath,
  newTicketPath,
  orderPath,
  ticketPath,
} from '#contract/paths.ts'
import { employeeStateNames } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { isReached } from '#web/data/console-pages.ts'
import { mayCall } from '#web/data/may.ts'
import { isLimited } from '#web/data/reach.ts'
import { store } from '#web/data/store.ts'
import type { CommandSource } from '#web/ui/palette/command.ts'
import { lineLooks, orderLooks } from '#web/ui/states.ts'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { consoleActs } from './command-acts.ts'
import { menu } from './menu.tsx'

/** At most so many of each kind. The list, which has the same search, shows more. */
const most = { page: 1, page_size: 5 }

/** The palette of the console. Each search is the search of a list, so it finds what its manager may see and nothing else. */
export const consoleSources: readonly CommandSource[] = [
  { name: '操作', list: () => consoleActs.filter(({ call }) => !call || mayCall(call)) },
  {
    name: '页面',
    list: () =>
      menu
        .filter(page => !page.under && isReached(page, store.get().duty, isLimited(store.get())))
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
  {
    name: '还可以',
    otherwise: text => [
      {
        key: 'help',
        label: `在帮助中心查找“${text}”`,
        run: () => void open(`${articlesPath('help')}?q=${encodeURIComponent(text)}`, '_blank', 'noopener'),
      },
      ...(mayCall('openTicket') ? [{ key: 'ask', label: '提交工单，向客服提问', to: newTicketPath() }] : []),
    ],
  },
]
