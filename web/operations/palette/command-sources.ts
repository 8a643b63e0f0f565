import type { Answered, CallOptions } from '#web/data/answers.ts'
import type { Command, CommandSource } from '#web/ui/palette/command.ts'
import { invoiceLooks, lineLooks, orderLooks } from '#web/ui/states.ts'
import { ticketLooks } from '#web/ui/tickets/ticket-looks.ts'
import { api } from '../api.ts'
import { maySee, menu } from '../menu/menu.ts'
import { operator } from '../operator.ts'
import {
  accountPath,
  addressesAt,
  companyPath,
  invoicesAt,
  operatedLinePath,
  salesOrderPath,
  supportTicketPath,
} from '../paths.ts'
import { officeActs } from './office-acts.ts'

const most = { page: 1, page_size: 5 }
const mine = () => menu.filter(entry => maySee(entry, operator.get()?.roles ?? []))

/** Searches only if the operator may open the searched list; the server checks the same role again. */
const sourceOf = <Row>(
  name: string,
  key: string,
  ask: (keyword: string, options: CallOptions) => Promise<Answered<{ list: Row[] }>>,
  commandOf: (row: Row) => Command,
  by?: string,
): CommandSource => ({
  name,
  ...(by && { by }),
  async search(keyword, signal) {
    if (!mine().some(entry => entry.key === key)) return []
    const answer = await ask(keyword, { background: true, signal })
    return answer.ok ? answer.data.list.map(commandOf) : []
  },
})

/** The back office's command palette, according to the operator's roles. */
export const officeSources: readonly CommandSource[] = [
  { name: '操作', list: officeActs },
  {
    name: '页面',
    list: () =>
      mine()
        .filter(({ under }) => !under)
        .map(({ key, name, path }) => ({ key: `page-${key}`, label: name, to: path })),
  },
  sourceOf(
    '企业',
    'companies',
    (keyword, options) => api.getCompanyList({ keyword, ...most }, options),
    ({ company_id, name, owner_name }) => ({
      key: company_id,
      label: name,
      note: owner_name ?? undefined,
      to: companyPath(company_id),
    }),
  ),
  sourceOf(
    '账号',
    'accounts',
    (keyword, options) => api.getAccountList({ keyword, ...most }, options),
    ({ account_id, name, phone, company_name }) => ({
      key: account_id,
      label: name,
      note: [phone, company_name].filter(Boolean).join(' · '),
      to: accountPath(account_id),
    }),
  ),
  sourceOf(
    '设备',
    'online-devices',
    (keyword, options) => api.getDeviceMatches({ keyword }, options),
    ({ device_id, name, company_id, company_name, employee_name }) => ({
      key: device_id,
      label: name,
      note: `${employee_name} · ${company_name}`,
      to: companyPath(company_id, 'devices', { keyword: name }),
    }),
    '设备名称或指纹的开头',
  ),
  sourceOf(
    '专线',
    'lines',
    (keyword, options) => api.getOperatedLines({ keyword, ...most }, options),
    line => ({
      key: line.line_id,
      label: line.name,
      note: `${line.address ?? '未绑定地址'} · ${lineLooks[line.state].word}`,
      to: operatedLinePath(line),
    }),
  ),
  sourceOf(
    '地址',
    'addresses',
    (keyword, options) => api.getAddressList({ keyword, ...most }, options),
    ({ address_id, address, city }) => ({
      key: address_id,
      label: address,
      note: city,
      to: addressesAt({ keyword: address }),
    }),
  ),
  sourceOf(
    '订单',
    'orders',
    (keyword, options) => api.getSalesOrderList({ keyword, ...most }, options),
    ({ order_id, order_number, company_name, state }) => ({
      key: order_id,
      label: order_number,
      note: `${company_name} · ${orderLooks[state].word}`,
      to: salesOrderPath(order_number),
    }),
  ),
  sourceOf(
    '发票',
    'invoices',
    (keyword, options) => api.getInvoiceRequestList({ keyword, state: 'all', ...most }, options),
    ({ invoice_id, title, invoice_number, company_name, state }) => ({
      key: invoice_id,
      label: invoice_number ?? title,
      note: `${company_name} · ${invoiceLooks[state].word}`,
      to: invoicesAt(invoice_number ?? title),
    }),
  ),
  sourceOf(
    '工单',
    'tickets',
    (keyword, options) => api.getSupportTicketList({ keyword, ...most }, options),
    ({ ticket_id, subject, number, company_name, state }) => ({
      key: ticket_id,
      label: subject,
      note: `${number} · ${company_name} · ${ticketLooks[state].word}`,
      to: supportTicketPath(ticket_id),
    }),
  ),
]
