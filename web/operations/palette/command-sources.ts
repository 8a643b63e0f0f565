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

/** Asks only where the operator may open the list that is searched; the server checks the same role again. */
const searchOf =
  (key: string, find: (keyword: string, signal: AbortSignal) => Promise<readonly Command[]>): CommandSource['search'] =>
  async (keyword, signal) =>
    mine().some(entry => entry.key === key) ? await find(keyword, signal) : []

/** The palette of the back office, by the roles of the operator. */
export const officeSources: readonly CommandSource[] = [
  { name: '操作', list: officeActs },
  {
    name: '页面',
    list: () =>
      mine()
        .filter(({ under }) => !under)
        .map(({ key, name, path }) => ({ key: `page-${key}`, label: name, to: path })),
  },
  {
    name: '企业',
    search: searchOf('companies', async (keyword, signal) => {
      const answer = await api.getCompanyList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ company_id, name, owner_name }) => ({
        key: company_id,
        label: name,
        note: owner_name ?? undefined,
        to: companyPath(company_id),
      }))
    }),
  },
  {
    name: '账号',
    search: searchOf('accounts', async (keyword, signal) => {
      const answer = await api.getAccountList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ account_id, name, phone, company_name }) => ({
        key: account_id,
        label: name,
        note: [phone, company_name].filter(Boolean).join(' · '),
        to: accountPath(account_id),
      }))
    }),
  },
  {
    name: '专线',
    search: searchOf('lines', async (keyword, signal) => {
      const answer = await api.getOperatedLines({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(line => ({
        key: line.line_id,
        label: line.name,
        note: `${line.address ?? '未绑定地址'} · ${lineLooks[line.state].word}`,
        to: operatedLinePath(line),
      }))
    }),
  },
  {
    name: '地址',
    search: searchOf('addresses', async (keyword, signal) => {
      const answer = await api.getAddressList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ address_id, address, city }) => ({
        key: address_id,
        label: address,
        note: city,
        to: addressesAt({ keyword: address }),
      }))
    }),
  },
  {
    name: '订单',
    search: searchOf('orders', async (keyword, signal) => {
      const answer = await api.getSalesOrderList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ order_id, order_number, company_name, state }) => ({
        key: order_id,
        label: order_number,
        note: `${company_name} · ${orderLooks[state].word}`,
        to: salesOrderPath(order_number),
      }))
    }),
  },
  {
    name: '发票',
    search: searchOf('invoices', async (keyword, signal) => {
      const answer = await api.getInvoiceRequestList({ keyword, state: 'all', ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ invoice_id, title, invoice_number, company_name, state }) => ({
        key: invoice_id,
        label: invoice_number ?? title,
        note: `${company_name} · ${invoiceLooks[state].word}`,
        to: invoicesAt(invoice_number ?? title),
      }))
    }),
  },
  {
    name: '工单',
    search: searchOf('tickets', async (keyword, signal) => {
      const answer = await api.getSupportTicketList({ keyword, ...most }, { background: true, signal })
      if (!answer.ok) return []
      return answer.data.list.map(({ ticket_id, subject, number, company_name, state }) => ({
        key: ticket_id,
        label: subject,
        note: `${number} · ${company_name} · ${ticketLooks[state].word}`,
        to: supportTicketPath(ticket_id),
      }))
    }),
  },
]
