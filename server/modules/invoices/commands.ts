import { readFile } from 'node:fs/promises'
import { invoiceKindNames } from '#contract/shop.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { formatTimeInChina, parseYuan, yuan } from '#server/core/yuan.ts'
import type { Services } from '#server/engines/services.ts'
import { waitingInvoices } from './deciding.sql.ts'
import { issueInvoice, rejectInvoice } from './deciding.ts'
import { reverseInvoice } from './reversing.ts'

export const invoiceHelp = `  invoice list                                  列出待开具的发票，与订单已退款、待红冲的发票
  invoice issue <编号> --number <20位号码> --file <pdf>
                                                登记已开具的发票，企业可下载
  invoice reject <编号> --reason <原因>         驳回申请，企业会看到原因，订单可重新申请
  invoice reverse <编号> --number <20位号码> --file <pdf> --amount <元> --reason <原因> [--refunded]
                                                登记红字发票，未退款的订单可重新申请；--refunded 只红冲已退款的部分`

type Needed = Pick<Services, 'config' | 'system' | 'jobs' | 'storage'>
type Run = (work: (services: Needed) => Promise<void>) => Promise<void>

interface Typed {
  reason?: string | undefined
  number?: string | undefined
  file?: string | undefined
  refunded?: boolean | undefined
  amount?: string | undefined
}

/** The most rows shown; the back office has the rest. */
const shown = 200
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export async function invoiceCommand(run: Run, [action, invoiceId = '']: string[], typed: Typed): Promise<void> {
  if (action === 'list') return run(showWaiting)
  if (action !== 'issue' && action !== 'reject' && action !== 'reverse') throw new CommandUsage()
  if (!uuid.test(invoiceId)) throw new CommandUsage('请写明发票的编号，见 invoice list')
  if (action === 'issue') {
    const { number, content } = await fileOf(typed)
    return run(async services => {
      const { title, amount } = await issueInvoice(services, { invoiceId, number, content })
      console.log(`已开具：${title}，${yuan(amount)} 元，号码 ${number}`)
    })
  }
  const reason = typed.reason?.trim().slice(0, 200)
  if (!reason) throw new CommandUsage('请用 --reason 写明原因，企业会看到')
  return run(async services => {
    if (action === 'reject') {
      const { title, amount } = await rejectInvoice(services, { invoiceId, reason })
      console.log(`已驳回：${title}，${yuan(amount)} 元`)
      return
    }
    const file = await fileOf(typed)
    const amount = parseYuan(typed.amount ?? '')
    if (!amount) throw new CommandUsage('请用 --amount 写明红字发票的金额，如 10.00')
    const scope = typed.refunded ? ('refunded' as const) : ('whole' as const)
    const { title, red } = await reverseInvoice(services, { invoiceId, reason, scope, amount, ...file })
    console.log(`已红冲：${title}，${yuan(red)} 元，红字发票 ${file.number}`)
  })
}

async function fileOf({ number, file }: Typed): Promise<{ number: string; content: Buffer }> {
  if (!number || !file) throw new CommandUsage('请用 --number 写明发票号码，用 --file 写明 PDF 文件')
  const content = await readFile(file).catch(() => {
    throw new CommandUsage(`找不到文件 ${file}`)
  })
  return { number, content }
}

async function showWaiting({ system }: Needed): Promise<void> {
  const waiting = await waitingInvoices(system, shown)
  for (const {
    invoice_id,
    state,
    asked_at,
    company_name,
    kind,
    title,
    tax_number,
    amount,
    email,
    ...invoice
  } of waiting) {
    const refunded = invoice.refunded.length ? `订单 ${invoice.refunded.join('、')} 已退款` : ''
    const mark =
      state === 'issued' ? `待红冲 ${invoice.invoice_number}，${refunded}` : refunded && `请驳回：${refunded}`
    console.log(
      [
        invoice_id,
        formatTimeInChina(asked_at),
        company_name,
        invoiceKindNames[kind],
        title,
        tax_number,
        `${yuan(amount)} 元`,
        email,
      ]
        .concat(mark || [])
        .join('  '),
    )
  }
  console.log(waiting.length ? `共 ${waiting.length} 张待处理` : '没有待处理的发票')
}
