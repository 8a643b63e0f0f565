import { shopPlatformNames } from '#contract/connection-names.ts'
import {
  articlesPath,
  assignPath,
  authorityPath,
  departmentPath,
  devicePath,
  employeePath,
  linePath,
  newTicketPath,
  orderPath,
  paths,
  ticketPath,
} from '#contract/paths.ts'
import { employeeStateNames } from '#contract/people.ts'
import { api } from '#web/data/api.ts'
import { isReached, reaches } from '#web/data/console-pages.ts'
import { mayCall } from '#web/data/may.ts'
import { isLimited } from '#web/data/reach.ts'
import { store } from '#web/data/store.ts'
import { type Command, type CommandSource, matching } from '#web/ui/palette/command.ts'
import { lineLooks, orderLooks } from '#web/ui/states.ts'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { consoleActs } from './command-acts.ts'
import { menu } from './menu.tsx'

/** The most results of each kind. The list, which has the same search, shows more. */
const most = { page: 1, page_size: 5 }

/** Filters a list that is loaded as a whole by name. */
const named = <Found extends Command>(all: readonly Found[], keyword: string) =>
  matching(all, keyword).slice(0, most.page_size)

const reachesPage = (path: string) => reaches(path, store.get().duty, isLimited(store.get()))

/** The console's command palette. Each search is that of a list, so it finds only what the user may see. */
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
      // A user who typed a full name may want to act and not only look.
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
    name: '专线组',
    async search(keyword, signal) {
      if (!mayCall('getVplGroupList')) return []
      const answer = await api.getVplGroupList({}, { background: true, signal })
      if (!answer.ok) return []
      const groups = answer.data.list.map(({ group_id, name, lines }) => ({
        key: group_id,
        label: name,
        note: `${lines} 条专线`,
        to: authorityPath(group_id),
      }))
      return named(groups, keyword)
    },
  },
  {
    name: '部门',
    async search(keyword, signal) {
      if (!reachesPage(paths.departments)) return []
      const answer = await api.getDeptListByCompanyId({}, { background: true, signal })
      if (!answer.ok) return []
      const departments = answer.data.list.map(({ dept_id, name }) => ({
        key: dept_id,
        label: name,
        to: departmentPath(dept_id),
      }))
      return named(departments, keyword)
    },
  },
  {
    name: '店铺',
    async search(keyword, signal) {
      if (!mayCall('getShopList')) return []
      const answer = await api.getShopList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ shop_id, name, platform }) => ({
        key: shop_id,
        label: name,
        note: shopPlatformNames[platform],
        to: `${paths.shops}?keyword=${encodeURIComponent(name)}`,
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
